import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import type { Tables } from '../db/tables.ts'
import { AppError, rateLimited } from './errors.ts'

export interface Limit {
  /** Name of the counted action, for example `code`. */
  kind: string
  /** The account, phone or network whose actions are counted. Only a hash is stored. */
  subject: string
  max: number
  /** Seconds from the first counted action until the count is reset to zero. */
  window: number
  /** Whether the subject is a network. If so, the limit is multiplied by REEVE_LIMITS. */
  perNetwork?: boolean
  /** Number to add to the count. Defaults to 1. */
  amount?: number
  /**
   * Number of proof-of-work steps that the caller has completed. Once half of `max` is used, further actions
   * require steps. If `paid` is absent, no proof is required.
   */
  paid?: number
}

export interface Lock extends Limit {
  /** Maximum duration of a lock in seconds. Each lock lasts twice as long as the previous one. */
  longest: number
}

export type LimitKey = Pick<Limit, 'kind' | 'subject'>

/** A count to decrease by one. With `all`, the count and its lock are reset. */
export type Refund = LimitKey & { all?: boolean }

export interface Limiter {
  /**
   * Counts one action (or `amount`) for each limit in order, up to the first limit that is exceeded. Throws
   * RATE_LIMITED with the kind and the seconds to wait if the count of a limit exceeds `max`. Throws
   * ProofOfWorkDue, and counts nothing, if the call needs a larger proof of work. At most `max` of several
   * concurrent calls succeed. The last action that a Lock permits starts the lock, so an attempt must be
   * counted before it is made. `giveBack` lifts the lock after a successful attempt.
   */
  take(query: Kysely<Tables>, ...limits: (Limit | Lock)[]): Promise<void>
  /**
   * Decreases each count by one, or resets a count and its lock. The counts must be in the same order as in
   * the call to `take`, so that the two operations never deadlock.
   */
  giveBack(query: Kysely<Tables>, ...counts: Refund[]): Promise<void>
  /** Returns CTEs that do the same as `giveBack` if `condition` is true. The condition can refer to an earlier CTE. */
  refundCtes(counts: readonly Refund[], condition: RawBuilder<unknown>): RawBuilder<unknown>
  /** Returns the current count of each limit. */
  used(query: Kysely<Tables>, limits: readonly LimitKey[]): Promise<number[]>
  /** Returns the largest number of proof-of-work steps that any of these limits requires now, or 0. */
  stepsDue(query: Kysely<Tables>, limits: readonly Limit[]): Promise<number>
  /** Deletes counts that expired at least a day ago. Until then, they determine how long a new lock lasts. */
  sweep(query: Kysely<Tables>): Promise<void>
}

/**
 * Seconds for which an expired lock is remembered. If another lock starts within this time, it lasts longer.
 */
const memory = 86_400

/**
 * Thrown if a limit requires a larger proof of work than the call contains. See proof-of-work.ts for how the
 * caller gets a challenge.
 */
export class ProofOfWorkDue extends Error {}

/**
 * The first step is required once half of a limit (`free` tenths) is used. Each further tenth requires one
 * more step, up to nine tenths.
 */
const tenths = 10
const free = 5
export const lastStep = tenths - free

interface Row {
  /** Index of the limit among the limits passed to `take`. */
  position: number
  count: number
  seconds: number
}

/**
 * Creates a limiter that counts in the database, so that all servers share the counts and restarts do not
 * reset them. Each call is one statement. Concurrent calls wait for the lock on the row of the limit, so
 * every call is counted.
 */
export function createLimiter({ multiplier }: { multiplier: number }): Limiter {
  const allowed = ({ max, perNetwork }: Limit) =>
    perNetwork ? Math.min(Math.max(1, Math.round(max * multiplier)), 1_000_000_000) : max

  const limiter: Limiter = {
    async take(query, ...limits) {
      if (!limits.length) return
      const { rows } = await statementOf(limits.map((limit) => ({ ...limit, max: allowed(limit) }))).execute(
        query,
      )
      for (const [index, limit] of limits.entries()) {
        const row = rows.find(({ position }) => position === index)
        if (!row) {
          await limiter.giveBack(query, ...limits.slice(0, index))
          throw new ProofOfWorkDue()
        }
        if (row.count > allowed(limit)) throw rateLimited(row.seconds, limit.kind)
      }
    },

    async giveBack(query, ...counts) {
      if (!counts.length) return
      await sql`with ${refundCtes(counts, sql`true`)} select`.execute(query)
    },

    refundCtes,

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
        const count = required(counts[index], 'item of counts')
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

function refundCtes(counts: readonly Refund[], condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    given as materialized (
      select key, "all"
      from unnest(${counts.map(keyOf)}::text[], ${counts.map(({ all = false }) => all)}::boolean[])
        with ordinality as listed (key, "all", position)
      join rate_limit using (key) where ${condition} order by position for update of rate_limit
    ), given_back as (
      update rate_limit as r set
        count = case when "all" then 0 else greatest(count - 1, 0) end,
        locks = case when "all" then 0 else locks end,
        reset_at = case when "all" then now() else reset_at end
      from given where given.key = r.key)`
}

/**
 * Returns the statement that inserts or increments the row of each limit, unless an earlier limit is
 * exceeded.
 */
function statementOf(limits: (Limit | Lock)[]) {
  const name = (position: number) => sql.ref(`counted_${position}`)
  const counted = limits.map((limit, position) => {
    const before = limits[position - 1]
    const passed = before && sql`from ${name(position - 1)} where count <= ${before.max}::integer`
    return sql`${name(position)} as (${countingOf(limit, passed ?? sql``)})`
  })
  const answers = limits.map(
    (_, position) => sql`select ${sql.lit(position)} as position, * from ${name(position)}`,
  )
  return sql<Row>`with ${sql.join(counted)} ${sql.join(answers, sql` union all `)}`
}

function countingOf(limit: Limit | Lock, passed: RawBuilder<unknown>) {
  const { max, window, amount = 1 } = limit
  return sql`
    insert into rate_limit as r (key, count, reset_at)
    select ${keyOf(limit)}, ${amount}::integer, now() + ${window}::integer * interval '1 second' ${passed}
    on conflict (key) do update set
      count = case when r.reset_at <= now() then excluded.count else least(r.count, ${max}::integer) + excluded.count end,
      ${'longest' in limit ? lockingOf(limit) : sql``}
      reset_at = case
        when r.reset_at <= now() then excluded.reset_at
        ${'longest' in limit ? sql`when r.count = ${max}::integer - 1 then ${lockEnd(limit)}` : sql``}
        else r.reset_at end
    where ${isPaid(limit)}
    returning count, extract(epoch from reset_at - now())::double precision as seconds`
}

const lockingOf = ({ max }: Lock) => sql`
  locks = case
    when r.reset_at <= now() - ${sql.lit(memory)} * interval '1 second' then 0
    when r.reset_at > now() and r.count = ${max}::integer - 1 then r.locks + 1
    else r.locks end,`

const lockEnd = ({ window, longest }: Lock) =>
  sql`now() + least(${window}::integer * power(2, least(r.locks, 20)), ${longest}::integer) * interval '1 second'`

/**
 * Returns the SQL condition that the call contains enough proof of work. The statement that counts also
 * checks this condition. Concurrent calls therefore cannot use more than half of a limit without proof of
 * work.
 */
const isPaid = ({ max, paid }: Limit) =>
  paid === undefined
    ? sql`true`
    : sql`r.reset_at <= now() or r.count >= ${max}::integer
          or r.count::bigint * ${sql.lit(tenths)} < ${max}::bigint * ${free + paid}::integer`

/** Counts an action like `take`, but returns false if the limit is exceeded, instead of throwing. */
export async function isWithin(limiter: Limiter, query: Kysely<Tables>, limit: Limit): Promise<boolean> {
  try {
    await limiter.take(query, limit)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false
    throw error
  }
}

const keyOf = ({ kind, subject }: LimitKey): string =>
  createHash('sha256').update(`${kind}|${subject}`).digest('base64url')
