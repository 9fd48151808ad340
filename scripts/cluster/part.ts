import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { required } from '../../contract/required.ts'

// Runs a program in a group of its own and ends it when its own standard input ends, so also when whoever started it
// was killed. $OUT gets what it prints, $PID its number.
const supervisor = `exec 3<&0
"$@" 3<&- </dev/null >>"$OUT" 2>&1 & child=$!
echo $child >"$PID"
{ read -r signal; kill -\${signal:-TERM} $child; } <&3 2>/dev/null & reader=$!
exec 3<&-
wait $child
kill $reader 2>/dev/null`

export interface Owner {
  uid: number
  gid: number
}

/** A program of the cluster. */
export interface Part {
  name: string
  /** What it has printed. */
  log: string
  running(): boolean
  pid(): number
  /** What it is started with, from the next time on. */
  args: readonly string[]
  env: Record<string, string>
  /** `more`: of its environment, this time. */
  start(more?: Record<string, string>): void
  /** Sends SIGTERM, or another signal; resolves once it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void
}

interface Options {
  name: string
  folder: string
  command: string
  args: readonly string[]
  env?: Record<string, string>
  owner?: Owner | undefined
}

export function createPart({ name, folder, command, args, env = {}, owner }: Options): Part {
  const [log, pidFile] = [join(folder, `${name}.log`), join(folder, `${name}.pid`)]
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  const part: Part = {
    name,
    log,
    args,
    env,
    running: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    pid: () => Number(readFileSync(pidFile, 'utf8')),
    start(more) {
      for (const file of [log, pidFile]) {
        if (!existsSync(file)) writeFileSync(file, '')
        if (owner) chownSync(file, owner.uid, owner.gid)
      }
      child = spawn('sh', ['-c', supervisor, 'sh', command, ...part.args], {
        ...owner,
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          LC_ALL: 'C.UTF-8',
          ...part.env,
          ...more,
          OUT: log,
          PID: pidFile,
        },
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      })
      required(child.stdin, 'stdin').on('error', () => {})
      ended = once(child, 'exit')
    },
    async stop(signal = 'SIGTERM') {
      if (!part.running()) return
      required(required(child, 'child').stdin, 'stdin').end(`${signal.slice(3)}\n`)
      await ended
      rmSync(pidFile, { force: true })
    },
    signal(signal) {
      process.kill(part.pid(), signal)
    },
  }
  return part
}
