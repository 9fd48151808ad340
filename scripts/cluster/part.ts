import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { required } from '../../contract/required.ts'

// Runs a program and stops it when the supervisor's standard input closes. The input also closes if the
// parent is killed. $OUT is the file for the program's output, and $PID the file for its process id.
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

/** A process of the cluster. */
export interface Part {
  name: string
  /** Returns the end of the process's output. */
  output(): string
  pid(): number
  /** Command-line arguments and environment variables for the next start. */
  args: readonly string[]
  env: Record<string, string>
  /** Starts the process. `more` adds environment variables for this start only. */
  start(more?: Record<string, string>): void
  /** Sends SIGTERM or another signal and waits until the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

type Options = Pick<Part, 'name' | 'args' | 'env'> & {
  folder: string
  command: string
  owner: Owner | undefined
}

export function createPart({ name, folder, command, args, env, owner }: Options): Part {
  const [log, pidFile] = [join(folder, `${name}.log`), join(folder, `${name}.pid`)]
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  const part: Part = {
    ...{ name, args, env },
    output: () => readFileSync(log, 'utf8').slice(-1_500),
    pid: () => Number(readFileSync(pidFile, 'utf8')),
    start(more) {
      for (const file of [log, pidFile]) {
        if (!existsSync(file)) writeFileSync(file, '')
        if (owner) chownSync(file, owner.uid, owner.gid)
      }
      const base = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' }
      child = spawn('sh', ['-c', supervisor, 'sh', command, ...part.args], {
        ...owner,
        cwd: folder,
        env: { ...base, ...part.env, ...more, OUT: log, PID: pidFile },
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      })
      required(child.stdin, 'stdin').on('error', () => {})
      ended = once(child, 'exit')
    },
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      required(child.stdin, 'stdin').end(`${signal.slice(3)}\n`)
      await ended
      rmSync(pidFile, { force: true })
    },
  }
  return part
}
