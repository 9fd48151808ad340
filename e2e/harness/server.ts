import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { lifeline } from '../../scripts/lib/run.js'

/** A message that the `file:` transport has written to the outbox. */
export interface Message {
  channel: 'sms' | 'mail'
  to: string
  template: string
  code?: string
  text: string
  at: string
}

export interface Server {
  /** Origin of the server's URL, without a trailing slash. */
  url: string
  pid: number
  dataDir: string
  /** Returns all output that the server has printed. */
  output(): string
  messages(): Message[]
  /**
   * Waits until the server has sent `count` messages to this phone number or email address. Returns the code
   * in the newest message.
   */
  newestCode(to: string, count?: number): Promise<string>
  stop(): Promise<void>
  /** Kills the process with SIGKILL, to simulate a power failure. */
  kill(): Promise<void>
}

export const adminPassword = 'wine-and-paper-boats'

/** Password of all accounts in the demo data. Account n has the phone number 139 0000 000n. */
export const demoPassword = 'reeve-demo-2026'

export interface StartOptions {
  /** Data folder of an earlier server. The folder is not removed when the server stops. */
  dataDir?: string
  /** Whether to load the data set of `npm run demo`. */
  demo?: boolean
}

/** Folder of V8's compile cache, which all test servers share. */
export const compiled = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'reeve-compiled')

/** Returns the default settings of a test server. Tests can add and replace settings. */
export const settingsFor = (folder: string): Record<string, string> => ({
  PORT: '0',
  REEVE_DATA_DIR: folder,
  REEVE_SMS_URL: `file:${outboxIn(folder)}`,
  REEVE_MAIL_URL: `file:${outboxIn(folder)}`,
  REEVE_ADMIN_PASSWORD: adminPassword,
  REEVE_LIMITS: '1000',
})

const outboxIn = (folder: string) => join(folder, 'messages.jsonl')

/**
 * Returns functions that read the messages that a server has sent. Error messages contain the result of
 * `output`, the server's output.
 */
export function outboxOf(folder: string, output: () => string): Pick<Server, 'messages' | 'newestCode'> {
  const messages = (): Message[] =>
    existsSync(outboxIn(folder))
      ? readFileSync(outboxIn(folder), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Message)
      : []
  return {
    messages,
    async newestCode(to, count = 1) {
      // The server sends the message after it has responded to the request. That takes much less than this
      // minute.
      for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(25)) {
        const codes = messages().filter(
          (message) => message.to.toLowerCase() === to.toLowerCase() && message.code,
        )
        if (codes.length >= count) return required(codes.at(-1)?.code, 'code')
      }
      throw new Error(`No code was sent to ${to}:\n${output().split('\n').slice(-20).join('\n')}`)
    },
  }
}

/** Calls `add` with each line that the process prints to stdout or stderr. */
export function linesOf(child: ChildProcess, add: (line: string) => void): void {
  for (const stream of [required(child.stdout, 'stdout'), required(child.stderr, 'stderr')])
    createInterface({ input: stream }).on('line', add)
}

/**
 * Starts a server process on a free port. Settings in `env` are added to the default settings or replace
 * them.
 */
export async function startServer(
  env: Record<string, string> = {},
  { dataDir, demo }: StartOptions = {},
): Promise<Server> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'reeve-e2e-'))
  const program = demo ? 'server/demo/main.ts' : 'server/main.ts'
  // --liftoff-only makes the embedded database start fast, as in vitest.config.ts.
  const child = spawn(process.execPath, ['--liftoff-only', ...lifeline, program], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...settingsFor(folder), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    linesOf(child, (line) => {
      lines.push(line)
      const found = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(line)
      if (found) resolve(found[0])
    })
    child.on('exit', (code) =>
      reject(new Error(`The server exited with code ${code} before it was ready:\n${lines.join('\n')}`)),
    )
  })
  const output = () => lines.join('\n')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
    if (!dataDir && signal !== 'SIGKILL') rmSync(folder, { recursive: true, force: true })
  }
  return {
    url,
    pid: required(child.pid, 'pid'),
    dataDir: folder,
    output,
    ...outboxOf(folder, output),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
