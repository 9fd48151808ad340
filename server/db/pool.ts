import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { inStatement } from '../telemetry/trace.ts'
import { DatabaseUnavailable } from './constraints.ts'
import type { Tables } from './tables.ts'
import { columnTypes } from './values.ts'

export interface PoolOptions {
  connection: pg.ClientConfig
  /** Others use the same connections between two transactions: nothing may be left on them. */
  shared?: boolean
  size: number
  /** Milliseconds to wait for a free or a new connection. */
  connectTimeout: number
  /** Milliseconds a statement may take; the connection is given up a little later. */
  statementTimeout: number
  log: Logger
  /** Runs before each statement; an error refuses the statement. */
  onStatement?: ((text: string) => void) | undefined
  /** Runs on each new connection before its first statement. */
  onConnect?(client: pg.PoolClient): Promise<void>
}

export interface Pool {
  readonly query: Kysely<Tables>
  connect(): Promise<Connection>
  /** Marks the running code as a transaction's: until it ends, connect() throws in it. */
  inside<T>(statementTimeout: number | undefined, run: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Connection {
  /** An array where the text holds several statements. */
  query(text: string, params?: readonly unknown[]): Promise<pg.QueryResult | pg.QueryResult[]>
  release(discard: boolean): void
  /** The driver's own, for COPY; none where it is another process's. */
  client?: pg.ClientBase
}

interface RunningTransaction {
  running: boolean
  statementTimeout: number | undefined
}

// A statement keeps its plan on the connection under a name made from its text. Texts beyond this number (lists of
// changing length, say) go without, or the server's memory would grow with them.
const maxNamedStatements = 1000
const closeGrace = 5_000
// After a failed attempt to connect, callers within this time (ms) learn so at once rather than queue for their own.
const downFor = 500

const statementNames = new Map<string, string>()

/**
 * Stands in a statement that is planned anew each time, by the values it is given: a plan that is kept is one for any
 * value after five times, and what is good for a rare word takes minutes for a frequent one.
 */
export const plannedAnew = '/* planned anew */'

function nameOf(text: string): string | undefined {
  if (text.includes(plannedAnew)) return undefined
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < maxNamedStatements) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    statementNames.set(text, name)
  }
  return name
}

export function createPool(options: PoolOptions): Pool {
  const { statementTimeout, log, shared = false } = options
  const session = sessionSettings(statementTimeout)
  const current = new AsyncLocalStorage<RunningTransaction>()
  const broken = new WeakSet<pg.PoolClient>()
  const inUse = new Set<pg.PoolClient>()
  const live = new Map<pg.PoolClient, Promise<void>>()
  let closing = false
  let down: { until: number; error: unknown } | undefined

  const pool = new pg.Pool({
    ...options.connection,
    types: columnTypes,
    max: options.size,
    connectionTimeoutMillis: options.connectTimeout,
    idleTimeoutMillis: 0,
    keepAlive: true,
    onConnect: async (connected) => {
      const client = connected as pg.PoolClient
      const { promise, resolve } = Promise.withResolvers<void>()
      live.set(client, promise)
      client.once('end', () => {
        live.delete(client)
        resolve()
      })
      // A server that goes away must not end the process: whoever uses the connection learns it from the statement.
      client.on('error', (error) => {
        broken.add(client)
        if (!closing) log.warn({ error: error.message }, 'lost a connection to the database')
      })
      if (shared) await demandSettings(client, session)
      else await client.query(setting(session))
      await options.onConnect?.(client)
    },
  })
  pool.on('error', () => {})

  async function connect(): Promise<Connection> {
    if (current.getStore()?.running) {
      throw new Error(
        'A statement outside of the running transaction: inside transaction() use only the tx it gives. ' +
          'With the embedded database this would wait for ever, with PostgreSQL it would not be part of the transaction.',
      )
    }
    if (down && performance.now() < down.until) throw down.error
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      const reason = unavailable(error)
      if (!full(error)) down = { until: performance.now() + downFor, error: reason }
      throw reason
    }
    inUse.add(client)
    return {
      client,
      query: (text, params) => inStatement(text, () => run(client, text, params)),
      release: (discard) => release(client, discard),
    }
  }

  function release(client: pg.PoolClient, discard: boolean): void {
    if (!inUse.delete(client)) return // close() was faster
    const lost = broken.has(client)
    // Ending politely would wait for a server that no longer answers.
    if (lost) destroy(client)
    client.release(discard || lost)
  }

  async function run(client: pg.PoolClient, text: string, params: readonly unknown[] = []) {
    // Such as the rollback after a statement that was not answered: it would wait as long again.
    if (broken.has(client)) throw new DatabaseUnavailable('The connection to the database is lost')
    options.onStatement?.(text)
    const transaction = current.getStore()
    const bound = (transaction?.running && transaction.statementTimeout) || statementTimeout
    const query = {
      text,
      // Without parameters a text may hold several statements, which cannot be named.
      ...(params.length > 0 && { values: params as unknown[], ...(!shared && { name: nameOf(text) }) }),
      query_timeout: bound + 500,
    }
    try {
      return await client.query(query)
    } catch (error) {
      if (error instanceof pg.DatabaseError) {
        // A migration by a newer node has changed the table under the statement's plan: the next connection sees it.
        if (error.code === '0A000' && error.message.startsWith('cached plan')) broken.add(client)
        throw error
      }
      if (error instanceof Error && error.message === 'Query read timeout') broken.add(client)
      throw broken.has(client) ? unavailable(error) : error
    }
  }

  const kyselyPool: PostgresPool = {
    connect: connect as () => Promise<unknown> as PostgresPool['connect'],
    end: async () => {},
    options: {},
  }

  return {
    query: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: kyselyPool }) }),
    connect,

    async inside(timeout, work) {
      const transaction = { running: true, statementTimeout: timeout }
      try {
        return await current.run(transaction, work)
      } finally {
        transaction.running = false
      }
    },

    async close() {
      closing = true
      const timer = setTimeout(() => {
        log.warn(
          { transactions: inUse.size },
          'ending connections to the database that do not end by themselves',
        )
        for (const client of live.keys()) {
          broken.add(client)
          if (inUse.has(client)) release(client, true)
          else destroy(client)
        }
      }, closeGrace)
      // The pool says that it has ended while its connections are still ending.
      const connections = [...live.values()]
      await pool.end()
      await Promise.all(connections)
      clearTimeout(timer)
    },
  }
}

/** A pooler's connections are not as they have to be: its operator's to mend, and no outage. */
class PoolerFault extends Error {
  override readonly name = 'PoolerFault'
}

/** What every statement of ours relies on. */
const sessionSettings = (statementTimeout: number): Record<string, string> => ({
  // Of statements as short as these none is worth compiling, whatever they are estimated to cost.
  jit: 'off',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  statement_timeout: `${statementTimeout}`,
  idle_in_transaction_session_timeout: `${statementTimeout * 3}`,
})

const setting = (session: Record<string, string>): string =>
  Object.entries(session)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ')

/** What is set on a shared connection would stay with whoever gets it next: the pooler sets it, once. Throws PoolerFault. */
async function demandSettings(client: pg.PoolClient, session: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(session)],
  )
  const wrong = rows.filter(({ name, setting }) => setting !== session[name]).map(({ name }) => name)
  if (!wrong.length) return
  throw new PoolerFault(
    `The connections of the pooler have another ${wrong.join(', ')}. Give its database this connect_query: ${setting(session)}`,
  )
}

function destroy(client: pg.PoolClient): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

/** All connections were in use for too long: the server itself may be well. */
function full(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

function unavailable(error: unknown): unknown {
  if (
    error instanceof PoolerFault ||
    error instanceof pg.DatabaseError ||
    error instanceof TypeError ||
    error instanceof ReferenceError
  )
    return error
  const reason = error instanceof AggregateError ? error.errors[0] : error
  const message = reason instanceof Error ? reason.message : String(reason)
  return new DatabaseUnavailable(`The database does not answer: ${message}`, { cause: error })
}
