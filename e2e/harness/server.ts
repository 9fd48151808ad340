import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { last, required } from '../../contract/required.ts'
import { lifeline } from '../../scripts/lib/run.js'

/** A message as the `file:` transport writes it. */
export interface Message {
  channel: 'sms' | 'mail'
  to: string
  template: string
  code?: string
  text: string
  at: string
}

export interface Server {
  /** Origin, without a slash at the end. */
  url: string
  pid: number
  dataDir: string
  /** Everything it has printed. */
  output(): string
  messages(): Message[]
  /** The code of the newest message to that phone or address, once there are `count` messages to it. */
  newestCode(to: string, count?: number): Promise<string>
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

export const adminPassword = 'wine-and-paper-boats'

/** Everyone's in the data set of server/demo, where the n-th account has the phone 139 0000 000n. */
export const demoPassword = 'reeve-demo-2026'

export interface StartOptions {
  /** Starts on what an earlier server has left; the folder is then not removed. */
  dataDir?: string
  /** With the data set of npm run demo. */
  demo?: boolean
  /** Starts on a copy of this folder. */
  from?: string
  /** The checkout that it runs; this one without it. */
  sources?: string | undefined
  /** A command that runs the one that follows it. */
  via?: readonly string[]
  /** Kills it when it is aborted, also before it is ready. */
  signal?: AbortSignal
}

/** The next server finds what one has compiled. */
const compiled = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'reeve-compiled')

/** What only a first start does, so that a copied folder would not show it. */
const firstStart = /^REEVE_(ADMIN|DEPLOYMENT|TENANT|DATABASE)/

/**
 * A data folder to copy, made by one first start for all test files of a run: making a database anew for each of them
 * takes longer than most of their tests. Undefined where `env` is about the first start itself.
 */
export async function templateFor(
  shared: string,
  env: Record<string, string>,
  { demo }: StartOptions,
): Promise<string | undefined> {
  if (Object.keys(env).some((name) => firstStart.test(name))) return undefined
  const template = join(shared, demo ? 'demo' : 'plain')
  const unfinished = `${template}-unfinished`
  // Whoever comes first makes it, the others wait: two at once would take both of them twice as long.
  if (!existsSync(template) && !mkdirSync(unfinished, { recursive: true })) {
    while (!existsSync(template)) await setTimeout(100)
  }
  if (existsSync(template)) return template
  const server = await startServer({}, { demo: demo ?? false, dataDir: unfinished })
  await server.stop()
  renameSync(unfinished, template)
  return template
}

/** A real server process with a data folder of its own, on a free port. `env` adds to its settings or replaces them. */
export async function startServer(
  env: Record<string, string> = {},
  { dataDir, demo, from, sources, via = [], signal: kill }: StartOptions = {},
): Promise<Server> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'reeve-e2e-'))
  if (from) cpSync(from, folder, { recursive: true })
  const outbox = join(folder, 'messages.jsonl')
  const program = demo ? 'server/demo/main.ts' : 'server/main.ts'
  // As in vitest.config.ts: the embedded database compiled for its start alone, half of what a start costs.
  const [command, ...args] = [...via, process.execPath, '--liftoff-only', ...lifeline, program]
  const child = spawn(required(command, 'command'), args, {
    cwd: sources,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiled,
      PORT: '0',
      REEVE_DATA_DIR: folder,
      REEVE_SMS_URL: `file:${outbox}`,
      REEVE_MAIL_URL: `file:${outbox}`,
      REEVE_ADMIN_PASSWORD: adminPassword,
      REEVE_LIMITS: '1000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  kill?.addEventListener('abort', () => child.kill('SIGKILL'))
  const lines: string[] = []
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [required(child.stdout, 'stdout'), required(child.stderr, 'stderr')]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const found = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(line)
        if (found) resolve(found[0])
      })
    }
    child.on('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it was ready:\n${lines.join('\n')}`)),
    )
  })
  const messages = (): Message[] =>
    existsSync(outbox)
      ? readFileSync(outbox, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Message)
      : []
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
    if (!dataDir && signal !== 'SIGKILL') rmSync(folder, { recursive: true, force: true })
  }
  return {
    url,
    pid: required(child.pid, 'pid'),
    dataDir: folder,
    output: () => lines.join('\n'),
    messages,
    async newestCode(to, count = 1) {
      // The message leaves after the answer does: a minute is patience, not an expectation.
      for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(25)) {
        const codes = messages().filter(
          (message) => message.to.toLowerCase() === to.toLowerCase() && message.code,
        )
        if (codes.length >= count) return required(last(codes, 'codes').code, 'code')
      }
      throw new Error(`No code for ${to} has arrived:\n${lines.slice(-20).join('\n')}`)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
