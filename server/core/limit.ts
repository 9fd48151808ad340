import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { AppError, rateLimited } from './errors.ts'

export interface Limit {
  /** What is counted, for example `code`. */
  kind: string
  /** Whose count it is: an account, a phone, a network. Stored as a hash only. */
  who: string
  max: number
  /** Seconds from the first one counted until the count starts anew. */
  window: number
  /** Counts a network, so REEVE_LIMITS multiplies it. */
  perNetwork?: boolean
  /** How many are taken at once; one unless told. */
  amount?: number
}

export interface Lock extends Limit {
  /** Each lock is twice as long as the one before, up to this many seconds. */
  longest: number
}

export type Counted = Pick<Limit, 'kind' | 'who'>

export interface Limiter {
  /** Counts one, or `amount`. Throws RATE_LIMITED, with the seconds to wait, where that is more than `max` in the window. */
  take(query: Kysely<Tables>, limit: Limit): Promise<void>
  /**
   * Counts one try that may fail, before it is made: however many are made at once, no more than `max` pass.
   * The last of them begins a lock, which `giveBack` lifts where that try was right after all.
   */
  attempt(query: Kysely<Tables>, lock: Lock): Promise<void>
  /** Takes back one of each in `one`, and all of each in `all`, with its locks. */
  giveBack(query: Kysely<Tables>, counts: { one?: Counted[]; all?: Counted[] }): Promise<void>
  /** Removes what no longer counts. */
  sweep(query: Kysely<Tables>): Promise<void>
}

/** A lock is remembered this long after it ended; one that follows within it is longer. Seconds. */
const memory = 86_400

interface Row {
  count: number
  seconds: number
}

/**
 * Limits counted in the database, so that any number of nodes share them and no restart forgets one.
 * Each call is one statement on one row: calls at once queue up at that row, none is lost.
 */
export function createLimiter({ multiplier }: { multiplier: number }): Limiter {
  const allowed = ({ max, perNetwork }: Limit) =>
    perNetwork ? Math.min(Math.max(1, Math.round(max * multiplier)), 1_000_000_000) : max

  return {
    async take(query, limit) {
      const max = allowed(limit)
      const { amount = 1 } = limit
      const { rows } = await sql<Row>`
        insert into rate_limit as r (key, count, reset_at)
        values (${keyOf(limit)}, ${amount}::integer, now() + ${limit.window}::integer * interval '1 second')
        on conflict (key) do update set
          count = case when r.reset_at <= now() then excluded.count else least(r.count, ${max}::integer) + excluded.count end,
          reset_at = case when r.reset_at <= now() then excluded.reset_at else r.reset_at end
        returning count, extract(epoch from reset_at - now())::double precision as seconds`.execute(query)
      refuseAbove(max, rows[0]!)
    },

    async attempt(query, limit) {
      const max = allowed(limit)
      const { rows } = await sql<Row>`
        insert into rate_limit as r (key, count, reset_at)
        values (${keyOf(limit)}, 1, now() + ${limit.window}::integer * interval '1 second')
        on conflict (key) do update set
          count = case when r.reset_at <= now() then 1 else least(r.count, ${max}::integer) + 1 end,
          locks = case
            when r.reset_at <= now() - ${memory}::integer * interval '1 second' then 0
            when r.reset_at > now() and r.count = ${max}::integer - 1 then r.locks + 1
            else r.locks end,
          reset_at = case
            when r.reset_at <= now() then excluded.reset_at
            when r.count = ${max}::integer - 1
              then now() + least(${limit.window}::integer * power(2, least(r.locks, 20)), ${limit.longest}::integer) * interval '1 second'
            else r.reset_at end
        returning count, extract(epoch from reset_at - now())::double precision as seconds`.execute(query)
      refuseAbove(max, rows[0]!)
    },

    async giveBack(query, { one = [], all = [] }) {
      const anew = sql<boolean>`key = any(${all.map(keyOf)}::text[])`
      await sql`
        update rate_limit set
          count = case when ${anew} then 0 else greatest(count - 1, 0) end,
          locks = case when ${anew} then 0 else locks end,
          reset_at = case when ${anew} then now() else reset_at end
        where key = any(${[...one, ...all].map(keyOf)}::text[])`.execute(query)
    },

    async sweep(query) {
      await query
        .deleteFrom('rate_limit')
        .where('reset_at', '<', sql<Date>`now() - ${sql.lit(memory)} * interval '1 second'`)
        .execute()
    },
  }
}

function refuseAbove(max: number, { count, seconds }: Row): void {
  if (count > max) throw rateLimited(seconds)
}

/** The same as `take`, for what is left out rather than refused. */
export async function isWithin(limiter: Limiter, query: Kysely<Tables>, limit: Limit): Promise<boolean> {
  try {
    await limiter.take(query, limit)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false
    throw error
  }
}

const keyOf = ({ kind, who }: Counted): string =>
  createHash('sha256').update(`${kind}|${who}`).digest('base64url')
