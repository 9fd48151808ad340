import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'

// Runs `npm start` like a user in a terminal.
const folder = mkdtempSync(join(tmpdir(), 'reeve-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  process: ChildProcess
  url: string
  /** Resolves to the complete output after the process has exited. */
  output: Promise<string>
  ended: Promise<number | null>
}

function run(env: Record<string, string> = {}): Started & { ready: Promise<string> } {
  const child = spawn(process.execPath, ['scripts/start.js'], {
    env: { PATH: process.env.PATH, PORT: '0', REEVE_DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The program runs in its own process group, as in a terminal.
    detached: true,
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''))
  const ready = new Promise<string>((resolve, reject) => {
    let seen = ''
    child.stdout.on('data', (part: Buffer) => {
      seen += part.toString()
      const url = /ready: (http:\/\/\S+)/.exec(seen)?.[1]
      if (url) resolve(url)
    })
    child.on('exit', () => reject(new Error(`exited before it was ready: ${seen}`)))
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { process: child, url: '', output, ended, ready }
}

async function start(env?: Record<string, string>): Promise<Started> {
  const started = run(env)
  return { ...started, url: await started.ready }
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )

test('npm start creates an administrator at the first start, and locks the data folder', async () => {
  const first = await start()
  expect(await answers(first.url)).toBe(true)
  process.kill(-required(first.process.pid, 'pid'), 'SIGINT')
  expect(await first.ended).toBe(0)
  const printed = await first.output
  const file = required(
    required(/username admin, password in (\S+first-password):/.exec(printed), 'match')[1],
    'group of the match',
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const password = readFileSync(file, 'utf8').trim()
  expect(password).toMatch(/.{12,}/)
  expect(printed).not.toContain(password)

  const second = await start()
  const signIn = new URLSearchParams({
    client_id: 'web',
    grant_type: 'password',
    username: 'admin',
    password,
  })
  const answer = await fetch(`${second.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: signIn,
  })
  expect(answer.status).toBe(200)
  expect(await mustChangePassword(second.url, (await answer.json()).access_token)).toBe(true)

  // A third server does not start with this folder. It prints which process is using the folder.
  const third = run()
  third.ready.catch(() => {})
  expect(await third.ended).toBe(1)
  expect(await third.output).toMatch(/process \d+/)
  expect(await answers(second.url)).toBe(true)

  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(await second.output).not.toMatch(/password/)
})

async function mustChangePassword(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ auth { profile { passwordChangeRequired } } }' }),
  })
  return (await answer.json()).data.auth.profile.passwordChangeRequired
}

test('npm start stops the server even if its parent process is killed', async () => {
  const { process: child, url, ended } = await start()
  child.kill('SIGKILL')
  await ended
  await expect.poll(() => answers(url)).toBe(false)
})

test('npm start rejects invalid settings with one message that lists all of them', async () => {
  const refused = run({ PORT: 'eighty', REEVE_LIMITS: '-1', REEVE_SMSURL: 'log:' })
  refused.ready.catch(() => {})
  expect(await refused.ended).toBe(2)
  const lines = (await refused.output).trim().split('\n')
  expect(lines).toHaveLength(1)
  for (const name of ['PORT', 'REEVE_LIMITS', 'REEVE_SMSURL']) expect(lines[0]).toContain(name)
})
