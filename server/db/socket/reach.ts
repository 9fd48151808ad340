import { existsSync } from 'node:fs'
import { connect as connectTo, type Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Connection, Pool } from '../pool.ts'
import type { Tables } from '../tables.ts'
import { type Reply, received, type Statement, send } from './frames.ts'
import { differs, greeting } from './greeting.ts'
import { socketPath } from './path.ts'

/**
 * Connects to the embedded database through the server that has it open. Returns undefined if no server has
 * it open. Throws if the server's version differs from this program's.
 */
export async function reachServer(dataDir: string): Promise<Pool | undefined> {
  const path = socketPath(dataDir)
  if (!path || !existsSync(path)) return undefined
  try {
    // Connects once to check that a server responds and has the same version. The server responds only when
    // its database connection is free.
    const connection = await connect(path)
    connection.release(false)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined // A killed server left the socket behind.
    throw error
  }
  const pool = { connect: () => connect(path), end: async () => {}, options: {} }
  return {
    query: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
    }),
    connect: pool.connect,
    inside: (_timeout, run) => run(),
    close: async () => {},
  }
}

async function connect(path: string): Promise<Connection> {
  const socket = connectTo(path)
  const { promise: connected, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  socket.once('error', reject)
  await connected
  socket.on('error', () => {})
  const replies = received<Reply>(socket)
  const hello = await next(socket, replies)
  const fault = differs('version' in hello ? hello : undefined, greeting())
  if (fault) {
    socket.destroy()
    throw new Error(fault)
  }
  return {
    async query(text, params) {
      send(socket, { text, params } satisfies Statement)
      const reply = await next(socket, replies)
      return (reply as { results: pg.QueryResult | pg.QueryResult[] }).results
    },
    release: () => socket.destroy(),
  }
}

async function next(socket: Socket, replies: AsyncGenerator<Reply>): Promise<Reply> {
  const { value, done } = await replies.next().catch(() => ({ value: undefined, done: true }))
  if (done || !value) {
    socket.destroy()
    throw new Error('The server has stopped or has closed the connection of this command.')
  }
  if ('error' in value) throw Object.assign(new Error(value.error.message), value.error)
  return value
}
