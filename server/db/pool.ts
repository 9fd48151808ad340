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
  /**
   * Whether the connections lead to a transaction-mode pooler such as PgBouncer, which shares them among
   * clients. Statements must then not use session state.
   */
  shared?: boolean
  size: number
  /** Milliseconds to wait for an idle or new connection. */
  connectTimeout: number
  /**
   * Statement timeout in milliseconds. If the server does not cancel the statement, the connection is
   * abandoned shortly afterwards.
   */
  statementTimeout: number
  log: Logger
  /** Called before each statement. If it throws, the statement is not executed. */
  onStatement?: ((text: string) => void) | undefined
  /** Called for each new connection before its first statement. */
  onConnect?(client: pg.PoolClient): Promise<void>
}

export interface Pool {
  readonly query: Kysely<Tables>
  connect(): Promise<Connection>
  /** Runs `run` as part of a transaction. Until the transaction ends, connect() throws if `run` calls it. */
  inside<T>(statementTimeout: number | undefined, run: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Connection {
  /** Runs SQL. Returns an array of results if the text contains several statements. */
  query(text: string, params?: readonly unknown[]): Promise<pg.QueryResult | pg.QueryResult[]>
  release(discard: boolean): void
  /** The pg driver's client, for COPY. Undefined if the connection belongs to another process. */
  client?: pg.ClientBase
}

interface RunningTransaction {
  running: boolean
  statementTimeout: number | undefined
}

// Maximum number of named statements. A connection caches the plan of a statement under a name derived from
// its text. Beyond the maximum, statements get no name. Otherwise the server's memory would grow with each
// new text, for example with lists of varying length.
const maxNamedStatements = 1000
const closeGrace = 5_000
// After a failed connection attempt, other callers fail immediately for this number of milliseconds, instead
// of trying to connect themselves.
const downFor = 500

const statementNames = new Map<string, string>()

/**
 * Marks a statement that PostgreSQL must plan for each execution with the given values. Otherwise PostgreSQL
 * switches to a generic plan after five executions. Such a plan can be good for a rare word but take minutes
 * for a frequent one.
 */
export const planEachTimeMarker = '/* plan each time */'

function nameOf(text: string): string | undefined {
  if (text.includes(planEachTimeMarker)) return undefined
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
  const clients: Clients = { broken: new WeakSet(), inUse: new Set(), live: new Map(), closing: false }
  const { broken, inUse } = clients
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
      track(client, clients, log)
      if (shared) await assertSettings(client, session)
      else await client.query(setting(session))
      await options.onConnect?.(client)
    },
  })
  pool.on('error', () => {})

  async function connect(): Promise<Connection> {
    if (current.getStore()?.running) {
      throw new Error(
        'Statement refused: it would run outside the current transaction. Use only `tx` inside ' +
          'transaction(). The embedded database would wait forever. A PostgreSQL server would not roll the ' +
          'statement back with the transaction.',
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
      query: (text, params) => inStatement(text, () => query(client, text, params)),
      release: (discard) => release(client, clients, discard),
    }
  }

  async function query(client: pg.PoolClient, text: string, params: readonly unknown[] | undefined) {
    // Fails immediately on a broken connection. Otherwise, for example, a rollback after a timeout would wait
    // for a second timeout.
    if (broken.has(client)) throw new DatabaseUnavailable('The connection to the database was lost')
    options.onStatement?.(text)
    const transaction = current.getStore()
    const bound = (transaction?.running && transaction.statementTimeout) || statementTimeout
    return run(client, { text, params }, { bound, shared, broken })
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

    close: () => closePool(pool, clients, log),
  }
}

interface Clients {
  broken: WeakSet<pg.PoolClient>
  inUse: Set<pg.PoolClient>
  /** Open connections. Each promise resolves when its connection has ended. */
  live: Map<pg.PoolClient, Promise<void>>
  closing: boolean
}

function track(client: pg.PoolClient, clients: Clients, log: Logger): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  clients.live.set(client, promise)
  client.once('end', () => {
    clients.live.delete(client)
    resolve()
  })
  // A lost connection must not end this process. The statement that uses the connection reports the error.
  client.on('error', (error) => {
    clients.broken.add(client)
    if (!clients.closing) log.warn({ error: error.message }, 'lost a connection to the database')
  })
}

function release(client: pg.PoolClient, { inUse, broken }: Clients, discard: boolean): void {
  if (!inUse.delete(client)) return // closePool() has already released the connection.
  const lost = broken.has(client)
  // Destroys a lost connection, because closing it gracefully would wait for a server that no longer
  // responds.
  if (lost) destroy(client)
  client.release(discard || lost)
}

/**
 * Runs a statement with a timeout of `bound` milliseconds. Marks the connection as broken if it can no longer
 * be used.
 */
async function run(
  client: pg.PoolClient,
  { text, params = [] }: { text: string; params: readonly unknown[] | undefined },
  { bound, shared, broken }: { bound: number; shared: boolean; broken: WeakSet<pg.PoolClient> },
) {
  const query = {
    text,
    // Only a statement with parameters gets a name. A text without parameters can contain several statements,
    // which PostgreSQL cannot prepare under a name.
    ...(params.length > 0 && { values: params as unknown[], ...(!shared && { name: nameOf(text) }) }),
    query_timeout: bound + 500,
  }
  try {
    return await client.query(query)
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      // A migration of a newer server has changed a table that a cached plan uses. The connection is
      // replaced, because a new connection plans the statement again.
      if (error.code === '0A000' && error.message.startsWith('cached plan')) broken.add(client)
      throw error
    }
    if (error instanceof Error && error.message === 'Query read timeout') broken.add(client)
    throw broken.has(client) ? unavailable(error) : error
  }
}

async function closePool(pool: pg.Pool, clients: Clients, log: Logger): Promise<void> {
  clients.closing = true
  const { live, inUse, broken } = clients
  const timer = setTimeout(() => {
    log.warn({ transactions: inUse.size }, 'terminating database connections that did not close in time')
    for (const client of live.keys()) {
      broken.add(client)
      if (inUse.has(client)) release(client, clients, true)
      else destroy(client)
    }
  }, closeGrace)
  // pool.end() resolves before its connections have closed, so wait for them, too.
  const connections = [...live.values()]
  await pool.end()
  await Promise.all(connections)
  clearTimeout(timer)
}

/**
 * Thrown if the pooler's connections have wrong settings. The HTTP layer does not treat this as an outage,
 * because the operator has to fix the settings.
 */
class PoolerFault extends Error {
  override readonly name = 'PoolerFault'
}

/** Returns the session settings that all statements rely on. */
const sessionSettings = (statementTimeout: number): Record<string, string> => ({
  // JIT compilation is not worthwhile for short statements.
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

/**
 * Throws PoolerFault if a shared connection has wrong settings. This program cannot set them, because the
 * settings would affect the next user of the connection. The pooler must set them.
 */
async function assertSettings(client: pg.PoolClient, session: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(session)],
  )
  const wrong = rows.filter(({ name, setting }) => setting !== session[name]).map(({ name }) => name)
  if (!wrong.length) return
  throw new PoolerFault(
    `The connections of the pooler have wrong settings: ${wrong.join(', ')}. Set this connect_query for the database: ${setting(session)}`,
  )
}

function destroy(client: pg.PoolClient): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

/**
 * Whether the error means that all connections of the pool were in use for too long, although the database
 * server may work.
 */
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
  return new DatabaseUnavailable(`The database does not respond: ${message}`, { cause: error })
}
