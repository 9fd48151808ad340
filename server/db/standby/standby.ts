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

/** The primary, and a standby that may be behind it. */
export interface Pair {
  /** Reads outside of transactions: of the primary, of the standby while the primary is gone. */
  query: Query
  /** What `run` reads of the standby; undefined where that has not got to `position` within 100 ms. */
  readStandby<T extends object>(position: string, run: (query: Query) => Promise<T>): Promise<T | undefined>
  /** What the primary answers; where that is gone `otherwise`, if the standby can be read. */
  probe<T>(primary: Promise<T>, otherwise: T): Promise<T>
}

interface Parts {
  primary: Pool
  standby: Pool
  /** Whether there is a primary, asked by a way of its own: one whose connections are all in use, or whose commits wait, is no lost one. */
  isThere(): Promise<boolean>
  log: Logger
}

/** Milliseconds that a reader waits for the standby to come up with what it has to know. */
const patience = 100
const between = 10
/** Milliseconds in which no list is asked of a standby that has failed one. */
const avoided = 5_000

/** As long as the other, so that texts compare as positions do: 16/B374D848 is 00000016B374D848. */
const digits = 16
export const isPosition = (text: unknown): text is string =>
  typeof text === 'string' && text.length === digits && /^[0-9A-F]+$/.test(text)

/** Where the primary's log is now: whatever was read or written of it until now is before. */
export async function readPosition(query: Query): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(query)
  return first(rows, 'rows')
    .lsn.split('/')
    .map((part) => part.padStart(digits / 2, '0'))
    .join('')
}

const lsnOf = (position: string) => `${position.slice(0, digits / 2)}/${position.slice(digits / 2)}`
const following = (position: string) => `pg_last_wal_replay_lsn() >= '${lsnOf(position)}'`
// What the primary has acknowledged is among what a synchronous standby has received. Not so where the last it received is
// half a record, as of a primary that died within a large one: then nothing is read until there is a primary again.
const whole = 'pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()'

export function pairOf({ primary, standby, isThere, log }: Parts): Pair {
  /** Since a statement that was not answered by a primary that is not there, until a probe that was. */
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

  /** Throws the error where it does not come of a primary that is gone. */
  async function considerGone(error: unknown): Promise<void> {
    if (!isGone(error)) throw error
    const known = gone
    gone = !(await isThere())
    if (!gone) throw error
    if (!known) log.warn({ error: String(error) }, 'there is no primary: the standby is read')
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
    throw reason ?? new DatabaseUnavailable('The standby has not applied all that it received')
  }

  return {
    query,

    async readStandby(position, run) {
      if (gone || performance.now() < avoidUntil) return undefined
      try {
        // Asked on the very connection that is read on: another one may lead to another standby.
        return await standby.query.connection().execute(async (pinned) => {
          const ask = async (text: string) =>
            first((await sql<{ there: boolean }>`${sql.raw(text)}`.execute(pinned)).rows, 'rows').there
          return (await comesTo(following(position), ask)) ? run(pinned) : undefined
        })
      } catch (error) {
        if (!isUnavailable(error)) throw error
        avoidUntil = performance.now() + avoided
        log.warn({ error: String(error) }, 'the standby does not answer: the primary is read')
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

/** Milliseconds in which a primary answers a connection of its own. */
const answersWithin = 400

/** Whether what is at an address is a primary; many who ask at once are answered by one connection. */
export function primaryAt(connection: pg.ClientConfig): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  async function ask(): Promise<boolean> {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: answersWithin })
    client.on('error', () => {}) // the statement says so
    const answered = client
      .connect()
      .then(() => client.query('select not pg_is_in_recovery() as there'))
      .then(({ rows }) => rows[0].there as boolean)
      // So many connections that there is none for us: it is there.
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

/** Whether `condition` holds there within the patience; never of what is no standby, or none any more. */
async function comesTo(condition: string, ask: (text: string) => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + patience
  while (!(await ask(`select pg_is_in_recovery() and ${condition} as there`))) {
    if (performance.now() > until) return false
    await pause(between)
  }
  return true
}
