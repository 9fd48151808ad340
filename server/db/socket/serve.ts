import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { takeAppRole } from '../app-role.ts'
import type { Connection, Pool } from '../pool.ts'
import { type Result, received, type Statement, send } from './frames.ts'
import { greeting } from './greeting.ts'
import { socketFolder, socketPath } from './path.ts'

/**
 * Maximum number of milliseconds for which a command can hold the only database connection without sending a
 * statement.
 */
const patience = 30_000

/**
 * Accepts commands such as `reeve backup` for the embedded database on a socket that only the server's user
 * can open. Each client has exclusive use of the database until it disconnects. The caller must hold the lock
 * of the data folder, because a socket that a previous server left behind is removed.
 */
export async function serveCommands(
  dataDir: string,
  pool: Pool,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir)
  if (!path) {
    if (process.platform !== 'win32')
      log.warn(
        'reeve commands such as backup cannot connect to the running server, because the path of its data folder is too long for a Unix socket',
      )
    return { close: async () => {} }
  }
  const running = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.setTimeout(patience, () => socket.destroy())
    running.set(
      socket,
      serve(socket, pool).finally(() => running.delete(socket)),
    )
  })
  try {
    const folder = socketFolder(dataDir)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    rmSync(path, { force: true })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject)
    server.listen(path, resolve)
    await promise
    chmodSync(path, 0o600)
    server.unref()
  } catch (error) {
    // Some file systems do not support Unix sockets, so the server continues without the socket.
    log.warn({ err: error }, 'reeve commands such as backup cannot connect to the running server')
  }

  return {
    async close() {
      const closed = new Promise((end) => server.close(end))
      for (const socket of running.keys()) socket.destroy()
      await Promise.all([closed, ...running.values()])
    },
  }
}

async function serve(socket: Socket, pool: Pool): Promise<void> {
  try {
    const connection = await pool.connect()
    try {
      send(socket, greeting())
      for await (const { text, params } of received<Statement>(socket)) {
        try {
          const answer = await connection.query(text, params)
          send(socket, { results: Array.isArray(answer) ? answer.map(bare) : bare(answer) })
        } catch (error) {
          send(socket, { error: described(error) })
        }
      }
    } finally {
      connection.release(!(await restore(connection)))
    }
  } catch (error) {
    if (!socket.destroyed) send(socket, { error: described(error) })
  } finally {
    socket.end()
  }
}

/**
 * Rolls back an open transaction and switches the connection back to the application role. Returns false if
 * the connection must not be used again.
 */
async function restore({ query }: Connection): Promise<boolean> {
  try {
    await query('rollback')
    await query(takeAppRole)
    return true
  } catch {
    return false
  }
}

const bare = ({ command, rows, rowCount }: Result): Result => ({ command, rows, rowCount })

function described(error: unknown) {
  const { message, code, constraint } = error as { message: string; code?: string; constraint?: string }
  return { message, ...(code && { code }), ...(constraint && { constraint }) }
}
