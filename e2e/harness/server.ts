import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { lifeline } from '../../scripts/lib/run.js'

/** A message in the file of the `file:` transport. */
export interface Message {
  channel: 'sms' | 'mail'
  to: string
  template: string
  code?: string
  text: string
  at: string
}

export interface Server {
  /** The origin, without a trailing slash. */
  url: string
  pid: number
  dataDir: string
  /** Everything that the server printed. */
  output(): string
  messages(): Message[]
  /**
   * Returns the code of the newest message to this phone or email address, once `count` messages have
   * arrived.
   */
  newestCode(to: string, count?: number): Promise<string>
  stop(): Promise<void>
  /** Ends the process with SIGKILL, as a power cut does. */
  kill(): Promise<void>
}

export const adminPassword = 'wine-and-paper-boats'

/** The password of every account in the demo data. Account n has the phone 139 0000 000n. */
export const demoPassword = 'reeve-demo-2026'

export interface StartOptions {
  /** The data folder of an earlier server. It stays after the server stops. */
  dataDir?: string
  /** Loads the data set of `npm run demo`. */
  demo?: boolean
}

/** The folder of V8's compile cache, which all servers of the tests share. */
export const compiled = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'reeve-compiled')

/** Returns the settings of a test's server; tests add to them or replace them. */
export const settingsFor = (folder: string): Record<string, string> => ({
  PORT: '0',
  REEVE_DATA_DIR: folder,
  REEVE_SMS_URL: `file:${outboxIn(folder)}`,
  REEVE_MAIL_URL: `file:${outboxIn(folder)}`,
  REEVE_ADMIN_PASSWORD: adminPassword,
  REEVE_LIMITS: '1000',
})

const outboxIn = (folder: string) => join(folder, 'messages.jsonl')

/** Returns the calls that read the messages of a server. `output` returns what the server printed, for error messages. */
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
      // The server sends the message after it answers the request. One minute is a limit, not the usual delay.
      for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(25)) {
        const codes = messages().filter(
          (message) => message.to.toLowerCase() === to.toLowerCase() && message.code,
        )
        if (codes.length >= count) return required(codes.at(-1)?.code, 'code')
      }
      throw new Error(`No code for ${to} has arrived:\n${output().split('\n').slice(-20).join('\n')}`)
    },
  }
}

/** Calls `add` with each line that the process prints to standard output or standard error. */
export function linesOf(child: ChildProcess, add: (line: string) => void): void {
  for (const stream of [required(child.stdout, 'stdout'), required(child.stderr, 'stderr')])
    createInterface({ input: stream }).on('line', add)
}

/** Starts a server process on a free port. `env` adds to its settings or replaces them. */
export async function startServer(
  env: Record<string, string> = {},
  { dataDir, demo }: StartOptions = {},
): Promise<Server> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'reeve-e2e-'))
  const program = demo ? 'server/demo/main.ts' : 'server/main.ts'
  // --liftoff-only compiles the embedded database for a fast start, as in vitest.config.ts.
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
      reject(new Error(`The server ended with ${code} before it was ready:\n${lines.join('\n')}`)),
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
