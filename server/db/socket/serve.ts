import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { takeAppRole } from '../app-role.ts'
import type { Connection, Pool } from '../pool.ts'
import { type Result, received, type Statement, send } from './frames.ts'
import { greeting } from './greeting.ts'
import { socketFolder, socketPath } from './path.ts'

/** ms that a command may hold the database without asking anything: it is the only connection there is. */
const patience = 30_000

/**
 * Commands (`reeve backup`, `reeve admin`) reach the embedded database through the server that has it open: a socket in
 * its folder that only its user may open. Each connection holds the database as long as it is open, as a transaction does.
 * The folder's lock must be held: what is found of a former server is removed.
 */
export async function serveCommands(
  dataDir: string,
  pool: Pool,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir)
  if (!path) {
    if (process.platform !== 'win32')
      log.warn('commands cannot reach this server while it runs: the path of its data folder is too long')
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
    // A file system without sockets, say. The server can do without.
    log.warn({ err: error }, 'commands cannot reach this server while it runs')
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

/** Ends an open transaction and takes the server's role again. Returns false if the connection must not be used again. */
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
