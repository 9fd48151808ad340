import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hashOf } from './issued.ts'

// A device without a keyboard shows a code; somebody enters it elsewhere (RFC 8628). It is a row of `issued`.

type Reader = Kysely<Tables>

/** Seconds between two questions of a device; one that asks sooner is told to slow down. */
export const pollingInterval = 5

interface Asked {
  payload: object
  consumed: boolean
  expired: boolean
  /** Since it asked before. */
  tooSoon: boolean
}

const isKind = sql<boolean>`issued.kind = 'DeviceCode'`

/** What a device that asks for its tokens is answered from; an expired code is there until it is swept. */
export async function askDeviceCode(db: Reader, id: string): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    with before as (select hash, polled_at from issued where kind = 'DeviceCode' and hash = ${hashOf(id)} for update)
    update issued set polled_at = now() from before
    where issued.kind = 'DeviceCode' and issued.hash = before.hash
    returning payload, consumed_at is not null as consumed, expires_at <= now() as expired,
      coalesce(before.polled_at > now() - ${sql.lit(pollingInterval - 1)} * interval '1 second', false) as "tooSoon"`.execute(
    db,
  )
  return rows[0]
}

/** The one with this code that nobody has answered yet. */
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

/** Adds what somebody has answered; of any number at once one gets true. */
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
