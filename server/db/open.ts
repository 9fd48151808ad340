import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { assumeAppRole } from './app-role.ts'
import { startAutovacuum } from './autovacuum.ts'
import { distributedSetting, isDistributed, markDistributed } from './citus/distributed.ts'
import { DatabaseUnavailable } from './constraints.ts'
import { createEmbedded } from './embedded.ts'
import type { EmbeddedWorkerData } from './embedded-worker.ts'
import { databaseFault, prepareDataFolder } from './folder.ts'
import { createChannels, createListener, type Listen } from './listen.ts'
import { lockFolder } from './lock.ts'
import { type Connection, createPool, type Pool, type PoolOptions } from './pool.ts'
import { reachServer } from './socket/reach.ts'
import { serveCommands } from './socket/serve.ts'
import { type Pair, pairOf, primaryAt, readPosition } from './standby/standby.ts'
import type { Tables } from './tables.ts'
import { within } from './within.ts'
import { probeWrites, type WriteFault } from './writes.ts'

/** A transaction's queries: nothing else may be asked inside of it. */
export type Tx = Transaction<Tables>

export interface Database extends AsyncDisposable {
  readonly kind: 'embedded' | 'postgres'
  /**
   * Queries outside a transaction; throws at once when used inside a running transaction(). While the primary is gone they
   * are answered by the standby, where there is one, and what would write is refused.
   */
  readonly query: Kysely<Tables>
  /** What `run` reads of the standby, as it was at `position` or later; undefined where that cannot be had within 100 ms. */
  readStandby<T extends object>(
    position: string,
    run: (query: Kysely<Tables>) => Promise<T>,
  ): Promise<T | undefined>
  /** What readStandby takes to see whatever has been read and written until now; null without a standby. */
  position(): Promise<string | null>
  /** Read committed. statementTimeout (ms): how long one statement in it may take, where that is not the usual bound. */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: { statementTimeout?: number }): Promise<T>
  /** LISTEN: see listen.ts. */
  listen: Listen
  /** What keeps it from writing; null: nothing. Rejects within 2 s where the database does not answer. */
  ping(): Promise<WriteFault | null>
  /** Plain SQL with $1 parameters, for what does not go through kysely; several statements only without parameters. */
  // biome-ignore lint/suspicious/noExplicitAny: the rows are what the caller's SQL says.
  execute(sql: string, params?: unknown[]): Promise<{ rows: any[]; rowCount: number }>
  /** Runs with a connection of its own; the embedded database has but one, so nothing else is asked meanwhile. */
  hold<T>(run: (connection: Connection) => Promise<T>): Promise<T>
  /** Waits up to 5 s for running transactions, then ends them. */
  close(): Promise<void>
}

interface DatabaseOptions {
  /** postgres://…; without it the database is the embedded one in dataDir. */
  url?: string | undefined
  /** Where LISTEN goes, straight to the server: `url` is that of a pooler that hands connections on by transaction. */
  listenUrl?: string | undefined
  /** A synchronous standby of it, straight or by a proxy of connections. */
  readUrl?: string | undefined
  dataDir: string
  log: Logger
  /** Connections of the pool; 16 by default. */
  poolSize?: number | undefined
  /** Milliseconds a statement may take; 10 s unless told. */
  statementTimeout?: number | undefined
  /** For tests: runs before each statement on PostgreSQL; an error refuses the statement. */
  onStatement?: PoolOptions['onStatement']
}

const pingTimeout = 2_000
/** The standby has to be asked, too, before who asks loses patience: HAProxy's check waits a second. */
const pingTimeoutOfPair = 400

/** For a command: as openDatabase(), but an embedded database that a server has open is reached through that server. */
export async function reachDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = options.url === undefined ? await reachServer(options.dataDir) : undefined
  if (!pool) return openDatabase(options)
  return databaseOver('embedded', pool, () => Promise.reject(new Error('A command listens to nothing')))
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, statementTimeout = 10_000, onStatement } = options
  if (options.url === undefined) {
    const { dataDir } = options
    prepareDataFolder(dataDir)
    const lock = lockFolder(dataDir)
    try {
      return await openEmbedded(
        { dataDir },
        { log, statementTimeout, commands: dataDir, onClose: lock.release },
      )
    } catch (error) {
      throw databaseFault(dataDir, error)
    }
  }
  const to = (url: string) => ({ connectionString: url, fallback_application_name: 'reeve' })
  const direct = to(options.listenUrl ?? options.url)
  const listener = createListener(direct, log)
  const shared = options.listenUrl !== undefined
  let looked: Promise<void> | undefined
  const usual = {
    size: options.poolSize ?? 16,
    connectTimeout: 5_000,
    statementTimeout,
    log,
  } satisfies Partial<PoolOptions>
  const pool = createPool({
    ...usual,
    connection: to(options.url),
    onStatement,
    shared,
    async onConnect(client) {
      looked ??= look(client)
      await looked.catch((error) => {
        looked = undefined
        throw error
      })
      if (isDistributed(pool.query) && !shared) await client.query(distributedSetting)
    },
  })

  /** By the first connection; others that come meanwhile wait for what it says. */
  async function look(client: pg.PoolClient): Promise<void> {
    const citus = await client.query("select from pg_extension where extname = 'citus'")
    if (citus.rowCount) for (const each of [pool, standby]) if (each) markDistributed(each.query)
    const { rowCount } = await client.query(
      "select from pg_database where datname = current_database() and datctype in ('C', 'POSIX')",
    )
    if (rowCount)
      log.warn('the database has LC_CTYPE C: searching Chinese names is slow, create it with C.UTF-8')
    const superuser = await client.query('select from pg_roles where rolname = current_user and rolsuper')
    if (superuser.rowCount)
      log.warn('the database role is a superuser, which no privilege keeps from changing the audit log')
  }
  const standby =
    options.readUrl === undefined
      ? undefined
      : createPool({ ...usual, connection: to(options.readUrl), connectTimeout: 1_000 })
  return databaseOver('postgres', pool, listener.listen, {
    pair: standby && pairOf({ primary: pool, standby, isThere: primaryAt(direct), log }),
    async after() {
      await Promise.all([listener.close(), standby?.close()])
    },
  })
}

/** The embedded database without its lock: for openDatabase, and in memory for tests. */
export async function openEmbedded(
  data: EmbeddedWorkerData,
  options: {
    log: Logger
    statementTimeout: number
    /** The folder in which it takes commands. */
    commands?: string
    onClose?: () => void
  },
): Promise<Database> {
  const { log, statementTimeout, commands, onClose } = options
  const server = createEmbedded(data)
  try {
    await server.open()
  } catch (error) {
    await server.close()
    onClose?.()
    throw error
  }
  const channels = createChannels((statement) => database.execute(statement))
  // One session, so one connection: the pool's queue is what serializes statements and transactions.
  const pool = createPool({
    connection: { stream: () => server.connect() as never, user: 'postgres', database: 'postgres' },
    size: 1,
    connectTimeout: 20_000,
    statementTimeout,
    log,
    async onConnect(client) {
      await assumeAppRole(client)
      await channels.attach(client)
    },
  })
  const autovacuum = startAutovacuum(pool, log)
  const taking = commands === undefined ? undefined : await serveCommands(commands, pool, log)
  const database = databaseOver('embedded', pool, channels.listen, {
    before: taking?.close,
    async after() {
      autovacuum.stop()
      await server.close()
      onClose?.()
    },
  })
  return database
}

interface More {
  /** Closing: before the pool is, and after. */
  before?: (() => Promise<void>) | undefined
  after?: () => Promise<void>
  pair?: Pair | undefined
}

function databaseOver(
  kind: Database['kind'],
  pool: Pool,
  listen: Listen,
  { before, after, pair }: More = {},
): Database {
  const query = pair?.query ?? pool.query
  let closed: Promise<void> | undefined
  const database: Database = {
    kind,
    query,
    readStandby: async (position, run) => pair?.readStandby(position, run),
    position: async () => (pair ? await readPosition(pool.query).catch(() => null) : null),
    listen,

    transaction: (run, { statementTimeout } = {}) =>
      pool.query.transaction().execute((tx) =>
        pool.inside(statementTimeout, async () => {
          if (statementTimeout)
            await sql`set local statement_timeout = ${sql.lit(statementTimeout)}`.execute(tx)
          return run(tx)
        }),
      ),

    async execute(text, params) {
      const connection = await pool.connect()
      try {
        const result = await connection.query(text, params)
        return Array.isArray(result)
          ? { rows: result.flatMap(({ rows }) => rows), rowCount: result.at(-1)?.rowCount ?? 0 }
          : { rows: result.rows, rowCount: result.rowCount ?? 0 }
      } catch (error) {
        // Several statements may hold a BEGIN: what failed within would stay open on the connection for whoever is next.
        if (params === undefined) await connection.query('rollback').catch(() => {})
        throw error
      } finally {
        connection.release(false)
      }
    },

    async hold(run) {
      const connection = await pool.connect()
      try {
        return await run(connection)
      } finally {
        connection.release(false)
      }
    },

    async ping() {
      const patience = pair ? pingTimeoutOfPair : pingTimeout
      const late = () => new DatabaseUnavailable(`The database did not answer within ${patience} ms`)
      const answered = within(patience, probeWrites(database.execute), late)
      return await (pair ? pair.probe(answered, 'readOnly') : answered)
    },

    close() {
      closed ??= Promise.resolve(before?.())
        .then(() => pool.close())
        .then(after)
      return closed
    },

    [Symbol.asyncDispose]: () => database.close(),
  }
  return database
}
