import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hashOf } from './issued.ts'

// This file stores the device codes of the device authorization grant (RFC 8628) as rows of the table
// `issued`.

type Reader = Kysely<Tables>

/** Minimum seconds between two polls of a device. A device that polls faster receives slow_down. */
export const pollingInterval = 5

interface Poll {
  payload: object
  consumed: boolean
  expired: boolean
  /** Whether the device polled faster than `pollingInterval` allows, with a tolerance of one second. */
  tooSoon: boolean
}

const isKind = sql<boolean>`issued.kind = 'DeviceCode'`

/**
 * Records a poll and returns the state of the device code. Expired codes are still returned until the
 * clean-up task deletes them.
 */
export async function pollDeviceCode(db: Reader, id: string): Promise<Poll | undefined> {
  const { rows } = await sql<Poll>`
    with before as (select hash, polled_at from issued where kind = 'DeviceCode' and hash = ${hashOf(id)} for update)
    update issued set polled_at = now() from before
    where issued.kind = 'DeviceCode' and issued.hash = before.hash
    returning payload, consumed_at is not null as consumed, expires_at <= now() as expired,
      coalesce(before.polled_at > now() - ${sql.lit(pollingInterval - 1)} * interval '1 second', false) as "tooSoon"`.execute(
    db,
  )
  return rows[0]
}

/** Returns the pending device code with this user code. */
export const findDeviceCode = (db: Reader, userCode: string) =>
  db
    .selectFrom('issued')
    .select(['payload', sql<number>`extract(epoch from expires_at - now())::integer`.as('seconds')])
    .where(isKind)
    .where('user_code', '=', userCode)
    .where(unanswered)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

const unanswered = sql<boolean>`not (issued.payload ?| array['accountId', 'error'])`

/**
 * Stores whether the user allowed the device. If several concurrent calls answer the same code, exactly one
 * of them returns true.
 */
export async function answerDeviceCode(
  db: Reader,
  userCode: string,
  answer: { grantId?: string } & object,
): Promise<boolean> {
  const answered = await db
    .updateTable('issued')
    .set({
      payload: sql`payload || ${JSON.stringify(answer)}::jsonb`,
      grant_id: answer.grantId ?? null,
    })
    .where(isKind)
    .where('user_code', '=', userCode)
    .where(unanswered)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return answered.numUpdatedRows > 0n
}
