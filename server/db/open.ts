import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { assumeAppRole } from './app-role.ts'
import { startAutovacuum } from './autovacuum.ts'
import { distributedSetting, markDistributed } from './citus/distributed.ts'
import { DatabaseUnavailable } from './constraints.ts'
import { createEmbedded } from './embedded.ts'
import type { EmbeddedWorkerData } from './embedded-worker.ts'
import { databaseFault, prepareDataFolder, undoReplacement } from './folder.ts'
import { createChannels, createListener, type Listen } from './listen.ts'
import { lockFolder } from './lock.ts'
import { type Connection, createPool, type Pool, type PoolOptions } from './pool.ts'
import { reachServer } from './socket/reach.ts'
import { serveCommands } from './socket/serve.ts'
import { type Pair, pairOf, primaryAt, readPosition } from './standby/standby.ts'
import type { Tables } from './tables.ts'
import { within } from './within.ts'
import { probeWrites, type WriteFault } from './writes.ts'

/**
 * Query builder of a transaction. Code inside the transaction must not use any other query builder. Kysely's
 * own `Transaction` is not used, because the compiler would compare it with `Kysely` member by member. That
 * comparison took 10% of the type-checking time.
 */
export type Tx = Kysely<Tables> & { readonly isTransaction: true }

export interface Database extends AsyncDisposable {
  readonly kind: 'embedded' | 'postgres'
  /**
   * Query builder for queries outside a transaction. Queries throw if they run inside transaction(). If the
   * primary is unreachable and there is a standby, reads use the standby and writes are refused.
   */
  readonly query: Kysely<Tables>
  /**
   * Runs `run` on the standby if it has replayed the WAL up to `position`. Returns undefined if the standby
   * is unavailable or does not reach the position within 100 ms.
   */
  readStandby<T extends object>(
    position: string,
    run: (query: Kysely<Tables>) => Promise<T>,
  ): Promise<T | undefined>
  /**
   * Returns a WAL position for readStandby that includes everything read and written so far. Returns null if
   * there is no standby.
   */
  position(): Promise<string | null>
  /**
   * Runs a transaction with the isolation level read committed. `statementTimeout` (ms) replaces the default
   * timeout for its statements.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: { statementTimeout?: number }): Promise<T>
  /** Listens for notifications (see listen.ts). */
  listen: Listen
  /**
   * Returns the reason why the database accepts no writes, or null if it accepts writes. Rejects if the
   * database does not respond within 2 s.
   */
  ping(): Promise<WriteFault | null>
  /**
   * Runs SQL without Kysely. `params` are the values of $1, $2 and so on. Without them, the SQL can contain
   * several statements.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the rows are what the caller's SQL says.
  execute(sql: string, params?: unknown[]): Promise<{ rows: any[]; rowCount: number }>
  /**
   * Runs `run` with exclusive use of one connection. The embedded database has only one connection, so all
   * other queries wait.
   */
  hold<T>(run: (connection: Connection) => Promise<T>): Promise<T>
  /** Waits up to 5 s for running transactions and then terminates them. */
  close(): Promise<void>
}

interface DatabaseOptions {
  /** postgres:// URL. If undefined, the embedded database in `dataDir` is opened. */
  url?: string | undefined
  /** Direct URL of the PostgreSQL server for LISTEN, if `url` points to a transaction-mode pooler. */
  listenUrl?: string | undefined
  /** URL of a synchronous standby, either direct or through a connection proxy. */
  readUrl?: string | undefined
  dataDir: string
  log: Logger
  /** Size of the connection pool, 16 by default. */
  poolSize?: number | undefined
  /** Statement timeout in milliseconds, 10 s by default. */
  statementTimeout?: number | undefined
  /** For tests: called before each statement on PostgreSQL. If it throws, the statement is not executed. */
  onStatement?: PoolOptions['onStatement']
}

const pingTimeout = 2_000
/**
 * Milliseconds after which a ping of the primary times out if there is a standby. The standby must also be
 * checked before the caller times out, and HAProxy's health check waits only one second.
 */
const pingTimeoutOfPair = 400

/**
 * Opens a database for a command. If a server has the embedded database open, the command uses the database
 * through that server.
 */
export async function reachDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = options.url === undefined ? await reachServer(options.dataDir) : undefined
  if (!pool) return openDatabase(options)
  return databaseOver('embedded', pool, () =>
    Promise.reject(new Error('The database connection of a command cannot receive notifications')),
  )
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, statementTimeout = 10_000, onStatement } = options
  if (options.url === undefined) {
    const { dataDir } = options
    prepareDataFolder(dataDir)
    const lock = lockFolder(dataDir)
    try {
      undoReplacement(dataDir)
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
  let checked: Promise<void> | undefined
  let citus = false
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
      checked ??= checkDatabase(client)
      await checked.catch((error) => {
        checked = undefined
        throw error
      })
      if (citus && !shared) await client.query(distributedSetting)
    },
  })

  /**
   * Detects Citus and logs warnings about the settings of the database. Runs on the first connection, and
   * other connections wait for the result.
   */
  async function checkDatabase(client: pg.PoolClient): Promise<void> {
    const { rowCount: extensions } = await client.query("select from pg_extension where extname = 'citus'")
    citus = extensions === 1
    if (citus) for (const each of [pool, standby]) if (each) markDistributed(each.query)
    const { rowCount } = await client.query(
      "select from pg_database where datname = current_database() and datctype in ('C', 'POSIX')",
    )
    if (rowCount)
      log.warn(
        'the database has LC_CTYPE C: searching Chinese names is slow. Create the database with LC_CTYPE C.UTF-8',
      )
    const superuser = await client.query('select from pg_roles where rolname = current_user and rolsuper')
    if (superuser.rowCount)
      log.warn('the database role is a superuser, so no privilege protects the audit log from changes')
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

/**
 * Opens the embedded database without locking its folder. Used by openDatabase(), and by tests with databases
 * in memory.
 */
export async function openEmbedded(
  data: EmbeddedWorkerData,
  options: {
    log: Logger
    statementTimeout: number
    /** If set, the server accepts CLI commands on the socket of this data folder. */
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
  // The embedded database has one session, so the pool has one connection. The pool queues statements and
  // transactions.
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

interface DatabaseHooks {
  /** `before` runs before the pool is closed, and `after` runs afterwards. */
  before?: (() => Promise<void>) | undefined
  after?: () => Promise<void>
  pair?: Pair | undefined
}

function databaseOver(
  kind: Database['kind'],
  pool: Pool,
  listen: Listen,
  { before, after, pair }: DatabaseHooks = {},
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
      pool.query.transaction().execute((transaction) =>
        pool.inside(statementTimeout, async () => {
          const tx = transaction as unknown as Tx
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
        // The SQL can contain a BEGIN. If a statement then fails, this rollback ends the transaction, which
        // would otherwise stay open on the connection.
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
      const late = () => new DatabaseUnavailable(`The database did not respond within ${patience} ms`)
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
