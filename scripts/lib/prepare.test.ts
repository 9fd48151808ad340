import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './run.js'

// npm start in a fresh clone whose registry cannot be reached, with an empty cache.
const folder = mkdtempSync(join(tmpdir(), 'reeve-offline-'))
for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts'])
  cpSync(join(root, name), join(folder, name), { recursive: true })
const silent = createServer(() => {}).listen(0, '127.0.0.1')
let closed: number
beforeAll(async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  closed = (server.address() as { port: number }).port
  server.close()
})
afterAll(() => {
  silent.close()
  rmSync(folder, { recursive: true })
})

async function start(registry: string): Promise<{ code: number; err: string }> {
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      NPM_CONFIG_REGISTRY: registry,
      NPM_CONFIG_CACHE: join(folder, 'cache'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, err }
}

test.each([
  ['refuses connections', () => `http://127.0.0.1:${closed}/`, 'ECONNREFUSED'],
  [
    'does not answer',
    () => `http://127.0.0.1:${(silent.address() as { port: number }).port}/`,
    'no answer within 5 seconds',
  ],
])('names the registry and the mirror if the registry %s', async (_, registry, reason) => {
  const { code, err } = await start(registry())
  expect(code).not.toBe(0)
  expect(err).toContain(`The npm registry ${new URL(registry()).host} cannot be reached (${reason})`)
  expect(err).toContain('npm config set registry')
})
