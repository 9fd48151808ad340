import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './run.js'

// Runs `npm start` in a fresh clone with an empty cache while the registry is unreachable.
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

async function start(registry: string, ...flags: string[]): Promise<{ code: number; err: string }> {
  const child = spawn(process.execPath, [...flags, 'scripts/start.js'], {
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
    'does not respond',
    () => `http://127.0.0.1:${(silent.address() as { port: number }).port}/`,
    'no response within 5 seconds',
  ],
])('npm start suggests a mirror if the npm registry %s', async (_, registry, reason) => {
  const { code, err } = await start(registry())
  expect(code).not.toBe(0)
  expect(err).toContain(`The npm registry ${new URL(registry()).host} cannot be reached (${reason})`)
  expect(err).toContain('npm config set registry')
})

test('npm start reports in one line that packages cannot be written to node_modules', async () => {
  const packages = join(folder, 'node_modules')
  rmSync(packages, { recursive: true, force: true })
  writeFileSync(packages, 'a file instead of the folder')
  const { code, err } = await start(`http://127.0.0.1:${closed}/`)
  rmSync(packages)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(`cannot be written to ${packages} (`),
  })
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('npm start reports the required and the actual version if Node.js is too old', async () => {
  const old =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })"
  const { code, err } = await start('http://127.0.0.1:9/', '--import', `data:text/javascript,${old}`)
  expect({ code, err }).toEqual({
    code: 1,
    err: 'Node.js 20 or newer is required, but this is Node.js 18.20.8. Install a newer version.\n',
  })
})
