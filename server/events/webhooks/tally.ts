import { type Kysely, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { DeliveryResult } from './queue.ts'

// Delivery statistics, shown at the top of a webhook's page. They are counted during delivery, because a day
// can have millions of deliveries.

const halfHour = sql`date_bin('30 minutes', now(), 'epoch')`

/** Adds the attempts to the statistics. Redeliveries that a user requested are not counted. */
export async function countTries(
  tx: Tx,
  webhookId: string,
  results: readonly DeliveryResult[],
): Promise<void> {
  const tried = results.filter(({ tried, again }) => tried && !again)
  if (!tried.length) return
  const count = (which: (each: DeliveryResult) => boolean) => tried.filter(which).length
  const first = count(({ delivered, attempt }) => delivered && attempt === 0)
  const failed = count(({ delivered }) => !delivered)
  const begun = first + count(({ delivered, attempt }) => !delivered && attempt === 1)
  await sql`
    insert into webhook_tally as tally (webhook_id, half_hour, begun, first, retried, failed)
    values (${webhookId}, ${halfHour}, ${begun}, ${first}, ${tried.length - failed - first}, ${failed})
    on conflict (webhook_id, half_hour) do update set begun = tally.begun + excluded.begun,
      first = tally.first + excluded.first, retried = tally.retried + excluded.retried,
      failed = tally.failed + excluded.failed`.execute(tx)
}

export interface HalfHour {
  at: Date
  begun: number
  first: number
  retried: number
  failed: number
}

/** Returns the statistics of the last 48 half hours, oldest first, including the current half hour. */
export async function readHalfHours(db: Kysely<Tables>, webhookId: string): Promise<HalfHour[]> {
  const { rows } = await sql<HalfHour>`
    select at, coalesce(begun, 0) as begun, coalesce(first, 0) as first, coalesce(retried, 0) as retried,
      coalesce(failed, 0) as failed
    from generate_series(${halfHour} - interval '23.5 hours', ${halfHour}, interval '30 minutes') as at
      left join webhook_tally on webhook_id = ${webhookId} and half_hour = at
    order by at`.execute(db)
  return rows
}

/**
 * Median (`median`) and 95th percentile (`slow`) of recent response times in milliseconds. Null if there were
 * no responses.
 */
export interface AnswerTimes {
  median: number | null
  slow: number | null
}

/** Number of recent deliveries from which response times are computed. */
const latest = 1_000

export async function readAnswerTimes(db: Kysely<Tables>, webhookId: string): Promise<AnswerTimes> {
  const { rows } = await sql<AnswerTimes>`
    select round(percentile_cont(0.5) within group (order by ms))::integer as median,
      round(percentile_cont(0.95) within group (order by ms))::integer as slow
    from (
      select (tries -> 0 ->> 'ms')::float8 as ms from webhook_delivery
      where webhook_id = ${webhookId} and date_time > now() - interval '1 day'
        and tries -> 0 ->> 'status' is not null
      order by position desc limit ${latest}) as answered`.execute(db)
  return required(rows[0], 'item of rows')
}

export const deleteOldTallies = async (db: Kysely<Tables>): Promise<void> =>
  void (await sql`delete from webhook_tally where half_hour < now() - interval '25 hours'`.execute(db))
