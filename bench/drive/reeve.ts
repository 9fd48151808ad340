import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { lifeline, root } from '../../scripts/lib/run.js'
import { freePort } from '../../server/testing/postgres.ts'

export const adminName = 'admin'
/** Password of every account. */
export const password = 'paper-boats-on-wine'

/** A server process under load. */
export interface Target {
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts a server program of this project on a free port and discards its standard output. The program also
 * exits if this process exits without stopping it.
 */
export async function startProgram(
  program: string,
  { env = {}, path = '/' }: { env?: Record<string, string>; path?: string } = {},
): Promise<Target> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...lifeline, program], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: `${port}`, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  const stderr = required(child.stderr, 'stderr').setEncoding('utf8')
  stderr.on('data', (text: string) => (errors = (errors + text).slice(-2_000)))
  const ended = once(child, 'exit')
  const isReady = () =>
    fetch(url + path).then(
      ({ status }) => status < 500,
      () => false,
    )
  // The timeout is one hour, because migrating ten million rows takes minutes.
  for (const end = Date.now() + 3_600_000; !(await isReady()); await pause(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${program} did not start: ${errors}`)
  }
  return {
    url,
    pid: required(child.pid, 'pid'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts the server as `npm start` does, with PostgreSQL and without limits per IP address. */
export async function startReeve(databaseUrl: string): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'))
  const outbox = `file:${join(folder, 'messages.jsonl')}`
  const server = await startProgram('server/main.ts', {
    path: '/readyz',
    env: {
      REEVE_DATABASE_URL: databaseUrl,
      REEVE_DATA_DIR: folder,
      REEVE_SMS_URL: outbox,
      REEVE_MAIL_URL: outbox,
      REEVE_ADMIN_PASSWORD: password,
      REEVE_LIMITS: '100000',
    },
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
