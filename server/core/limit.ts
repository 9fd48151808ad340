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
  /** The steps of work that this call was paid with (see toll/toll.ts): from half of `max` on it is asked for. Absent: never. */
  paid?: number
}

export interface Lock extends Limit {
  /** Each lock is twice as long as the one before, up to this many seconds. */
  longest: number
}

export type Counted = Pick<Limit, 'kind' | 'who'>

export interface Limiter {
  /**
   * Counts one, or `amount`. Throws RATE_LIMITED, with the seconds to wait, where that is more than `max` in the window;
   * TollDue, with nothing counted, where so much of it is used that the call has to be paid with more work.
   */
  take(query: Kysely<Tables>, limit: Limit): Promise<void>
  /**
   * Counts one try that may fail, before it is made: however many are made at once, no more than `max` pass.
   * The last of them begins a lock, which `giveBack` lifts where that try was right after all.
   */
  attempt(query: Kysely<Tables>, lock: Lock): Promise<void>
  /** Takes back one of each in `one`, and all of each in `all`, with its locks. */
  giveBack(query: Kysely<Tables>, counts: { one?: Counted[]; all?: Counted[] }): Promise<void>
  /** How much of each is used right now. */
  used(query: Kysely<Tables>, limits: readonly Counted[]): Promise<number[]>
  /** The most steps of work that any of these asks for as they are now; 0: none does. */
  stepsDue(query: Kysely<Tables>, limits: readonly Limit[]): Promise<number>
  /** Removes what no longer counts. */
  sweep(query: Kysely<Tables>): Promise<void>
}

/** A lock is remembered this long after it ended; one that follows within it is longer. Seconds. */
const memory = 86_400

/** A limit asks for more work than the call was paid with. Whoever gives `paid` tells the caller what to do: see toll/toll.ts. */
export class TollDue extends Error {}

/** The first step is asked for from half of a limit on, one more from each tenth after it: the last from nine tenths on. */
const tenths = 10
const free = 5
export const lastStep = tenths - free

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

  const limiter: Limiter = {
    async take(query, limit) {
      const max = allowed(limit)
      const { amount = 1 } = limit
      const { rows } = await sql<Row>`
        insert into rate_limit as r (key, count, reset_at)
        values (${keyOf(limit)}, ${amount}::integer, now() + ${limit.window}::integer * interval '1 second')
        on conflict (key) do update set
          count = case when r.reset_at <= now() then excluded.count else least(r.count, ${max}::integer) + excluded.count end,
          reset_at = case when r.reset_at <= now() then excluded.reset_at else r.reset_at end
        where ${isPaid(limit, max)}
        returning count, extract(epoch from reset_at - now())::double precision as seconds`.execute(query)
      refuseAbove(limit, max, rows[0])
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
        where ${isPaid(limit, max)}
        returning count, extract(epoch from reset_at - now())::double precision as seconds`.execute(query)
      refuseAbove(limit, max, rows[0])
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

    async used(query, limits) {
      if (!limits.length) return []
      const counts = await query
        .selectFrom('rate_limit')
        .select(['key', 'count'])
        .where('key', 'in', limits.map(keyOf))
        .where('reset_at', '>', sql<Date>`now()`)
        .execute()
      return limits.map((limit) => counts.find(({ key }) => key === keyOf(limit))?.count ?? 0)
    },

    async stepsDue(query, limits) {
      const counts = await limiter.used(query, limits)
      const steps = limits.map((limit, index) => {
        const max = allowed(limit)
        const count = counts[index]!
        return count < max ? Math.floor((tenths * count) / max) - free + 1 : 0
      })
      return Math.max(0, ...steps)
    },

    async sweep(query) {
      await query
        .deleteFrom('rate_limit')
        .where('reset_at', '<', sql<Date>`now() - ${sql.lit(memory)} * interval '1 second'`)
        .execute()
    },
  }
  return limiter
}

/** Decided where it is counted, so that of any number at once no more than half of a limit pass without work. */
const isPaid = ({ paid }: Limit, max: number) =>
  paid === undefined
    ? sql`true`
    : sql`r.reset_at <= now() or r.count >= ${max}::integer
          or r.count::bigint * ${tenths}::integer < ${max}::bigint * ${free + paid}::integer`

function refuseAbove({ kind }: Limit, max: number, row: Row | undefined): void {
  if (!row) throw new TollDue()
  if (row.count > max) throw rateLimited(row.seconds, kind)
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
