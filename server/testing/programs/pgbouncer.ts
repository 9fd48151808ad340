import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../postgres.ts'
import { isInstalled } from './installed.ts'

const program = '/usr/sbin/pgbouncer'

export const hasPgbouncer = (): boolean => isInstalled(program, 'pgbouncer')

/**
 * Starts a PgBouncer in transaction mode with `size` connections. Each new connection first runs
 * `connectQuery`. Returns the URL of the database through PgBouncer.
 */
export async function startPgbouncer(
  databaseUrl: string,
  { size, connectQuery }: { size: number; connectQuery?: string },
): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(databaseUrl)
  const name = target.pathname.slice(1)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'reeve-pgbouncer-'))
  chmodSync(folder, 0o755)
  const query = connectQuery ? ` connect_query='${connectQuery.replaceAll("'", "''")}'` : ''
  const password = target.password ? ` password=${decodeURIComponent(target.password)}` : ''
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${target.hostname} port=${target.port || 5432} user=${target.username}${password}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
server_login_retry = 1
`,
  )
  // PgBouncer refuses to run as root, so use another user in this case.
  const user = userInfo().uid === 0 ? ['-u', 'postgres'] : []
  const child = spawn(program, ['-q', ...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.end())
    })
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error('PgBouncer has not started')
    await pause(20)
  }
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
