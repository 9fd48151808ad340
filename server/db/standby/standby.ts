import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { first } from '../../../contract/required.ts'
import { DatabaseUnavailable, isGone, isUnavailable } from '../constraints.ts'
import type { Connection, Pool } from '../pool.ts'
import type { Tables } from '../tables.ts'
import { within } from '../within.ts'

type Query = Kysely<Tables>

/** Queries and checks on a primary and a standby that may lag behind. */
export interface Pair {
  /**
   * Query builder for queries outside transactions. Queries use the primary, or the standby if the primary is
   * unreachable.
   */
  query: Query
  /**
   * Runs `run` on the standby. Returns undefined if the standby does not replay the WAL up to `position`
   * within 100 ms or is unavailable.
   */
  readStandby<T extends object>(position: string, run: (query: Query) => Promise<T>): Promise<T | undefined>
  /**
   * Returns the result of `primary`. If the primary is unreachable and the standby can be read, returns
   * `otherwise`.
   */
  probe<T>(primary: Promise<T>, otherwise: T): Promise<T>
}

interface Dependencies {
  primary: Pool
  standby: Pool
  /**
   * Whether the primary is reachable. The check must use a separate connection, because the primary can be
   * reachable even if all pooled connections are in use or commits wait for the standby.
   */
  isThere(): Promise<boolean>
  log: Logger
}

/** Milliseconds to wait for the standby to replay a WAL position. */
const patience = 100
const between = 10
/** Milliseconds for which a standby is not used after a failure. */
const avoided = 5_000

/**
 * Number of hexadecimal digits in a WAL position. Both halves have a fixed width, so that positions can be
 * compared as text. For example, 16/B374D848 becomes 00000016B374D848.
 */
const digits = 16
export const isPosition = (text: unknown): text is string =>
  typeof text === 'string' && text.length === digits && /^[0-9A-F]+$/.test(text)

/** Returns the primary's current WAL position. It includes everything that was read or written before. */
export async function readPosition(query: Query): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(query)
  return first(rows, 'rows')
    .lsn.split('/')
    .map((part) => part.padStart(digits / 2, '0'))
    .join('')
}

const lsnOf = (position: string) => `${position.slice(0, digits / 2)}/${position.slice(digits / 2)}`
const following = (position: string) => `pg_last_wal_replay_lsn() >= '${lsnOf(position)}'`
// SQL condition that is true if the standby has replayed everything it received. A synchronous standby has
// received everything that the primary acknowledged. If the primary failed while it was sending a WAL record,
// the condition stays false, and nothing can be read until there is a new primary.
const whole = 'pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()'

export function pairOf({ primary, standby, isThere, log }: Dependencies): Pair {
  /** Set when a statement fails and the primary is unreachable. Cleared by the next successful probe. */
  let gone = false
  let avoidUntil = 0

  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: connectToRead as () => Promise<unknown> as PostgresPool['connect'],
        end: async () => {},
        options: {},
      },
    }),
  })

  /** Rethrows the error unless it was caused by the loss of the primary. */
  async function considerGone(error: unknown): Promise<void> {
    if (!isGone(error)) throw error
    const known = gone
    gone = !(await isThere())
    if (!gone) throw error
    if (!known) log.warn({ error: String(error) }, 'no primary is available; reading from the standby')
  }

  async function connectToRead(): Promise<Connection> {
    let reason: unknown
    const note = async (error: unknown): Promise<undefined> => {
      await considerGone(error)
      reason = error
    }
    const own = gone ? undefined : await primary.connect().catch(note)
    let other: Connection | undefined
    return {
      async query(text, params) {
        const result = other ? undefined : await own?.query(text, params).catch(note)
        if (result) return result
        other ??= await connectToWhole(reason)
        return other.query(text, params)
      },
      release(discard) {
        own?.release(discard)
        other?.release(discard)
      },
    }
  }

  async function connectToWhole(reason?: unknown): Promise<Connection> {
    const connection = await standby.connect().catch((error) => Promise.reject(reason ?? error))
    const isWhole = await comesTo(whole, async (text) => {
      const result = await connection.query(text)
      return Array.isArray(result) ? false : result.rows[0].there
    })
    if (isWhole) return connection
    connection.release(false)
    throw reason ?? new DatabaseUnavailable('The standby has not replayed all changes that it received')
  }

  return {
    query,

    async readStandby(position, run) {
      if (gone || performance.now() < avoidUntil) return undefined
      try {
        // The check and the reads use the same connection, because another connection may lead to another
        // standby.
        return await standby.query.connection().execute(async (pinned) => {
          const ask = async (text: string) =>
            first((await sql<{ there: boolean }>`${sql.raw(text)}`.execute(pinned)).rows, 'rows').there
          return (await comesTo(following(position), ask)) ? run(pinned) : undefined
        })
      } catch (error) {
        if (!isUnavailable(error)) throw error
        avoidUntil = performance.now() + avoided
        log.warn({ error: String(error) }, 'the standby does not respond; reading from the primary')
        return undefined
      }
    },

    async probe(answer, otherwise) {
      try {
        const answered = await answer
        gone = false
        return answered
      } catch (error) {
        await considerGone(error)
        const connection = await connectToWhole(error)
        connection.release(false)
        return otherwise
      }
    },
  }
}

/** Milliseconds within which a primary must respond on a new connection. */
const answersWithin = 400

/**
 * Returns a function that checks whether the server of this connection is a primary. Concurrent callers share
 * one connection.
 */
export function primaryAt(connection: pg.ClientConfig): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  async function ask(): Promise<boolean> {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: answersWithin })
    client.on('error', () => {}) // The query below reports the error.
    const answered = client
      .connect()
      .then(() => client.query('select not pg_is_in_recovery() as there'))
      .then(({ rows }) => rows[0].there as boolean)
      // A server that refuses the connection because it has too many connections is still reachable.
      .catch((error) => !isGone(error) && error instanceof pg.DatabaseError)
    const there = await within(answersWithin, answered).catch(() => false)
    client.end().catch(() => {})
    return there
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/**
 * Returns true as soon as `condition` is true. Returns false after the time limit, or if the server is not a
 * standby.
 */
async function comesTo(condition: string, ask: (text: string) => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + patience
  while (!(await ask(`select pg_is_in_recovery() and ${condition} as there`))) {
    if (performance.now() > until) return false
    await pause(between)
  }
  return true
}
