import { type Kysely, sql } from 'kysely'
import { first } from '../../../contract/required.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { AcceptedSms, Receipt } from '../transports/transport.ts'

type Db = Kysely<Tables>

export interface DueSms extends AcceptedSms {
  id: string
}

/**
 * Maximum number of receipt queries per SMS. The delay doubles each time, so queries follow 1, 3, 7, 15 …
 * minutes after the SMS. The last query is a day and a half after the SMS.
 */
const maxAttempts = 11
/**
 * Maximum age of an SMS whose receipt is queried. Providers answer queries for seven days (Tencent Cloud) or
 * thirty days (Alibaba Cloud).
 */
const maxAge = sql`interval '6 days'`
/** Maximum pause of a provider that fails, in minutes. */
const maxPause = 60

/**
 * Claims one SMS whose receipt query is due, and schedules the next query in the same statement. Two servers
 * therefore never claim the same SMS, and a crash only delays the query. Returns undefined if no query is due
 * or the provider is paused.
 */
export async function claimDueSms(db: Db, provider: string): Promise<DueSms | undefined> {
  const { rows } = await sql<DueSms>`
    update sms set asked = asked + 1,
      ask_at = case when asked + 1 < ${maxAttempts}::integer then now() + interval '1 minute' * 2 ^ (asked + 1) end
    where id = (
      select id from sms
      where provider = ${provider} and ask_at <= now()
        and not exists (select from sms_receipt_pause where provider = ${provider} and until > now())
      order by ask_at limit 1 for update skip locked)
    returning id, phone as "to", provider_id as "providerId", ended_at as "at"`.execute(db)
  return rows[0]
}

/** Stops receipt queries for SMS that are older than maxAge. */
export const abandonOldSms = (db: Db): Promise<unknown> =>
  sql`update sms set ask_at = null where ask_at < now() and ended_at < now() - ${maxAge}`.execute(db)

/**
 * Stores a receipt and counts it in the hour in which the SMS was sent. If a receipt is stored again, it is
 * not counted again.
 */
export async function storeReceipt(tx: Tx, id: string, { status, reason }: Receipt): Promise<void> {
  await sql`
    with stored as (
      update sms set receipt = ${status}, reason = ${reason}, ask_at = null
      where id = ${id} and receipt is null returning provider, ended_at)
    update sms_hour set
      received = received + ${status === 'RECEIVED' ? 1 : 0}::integer,
      undelivered = undelivered + ${status === 'UNDELIVERED' ? 1 : 0}::integer
    from stored
    where hour = date_trunc('hour', stored.ended_at, 'UTC') and sms_hour.provider = stored.provider
      and sms_hour.status = 'SENT'`.execute(tx)
}

/** Pauses a provider and returns the duration of the pause in minutes: 1, 2, 4 and so on. */
export async function pause(db: Db, provider: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    insert into sms_receipt_pause as p (provider, failures, until)
    values (${provider}, 1, now() + interval '1 minute')
    on conflict (provider) do update set failures = p.failures + 1,
      until = now() + interval '1 minute' * least(${maxPause}::integer, 2 ^ least(p.failures, 10))
    returning (extract(epoch from until - now()) / 60)::integer as minutes`.execute(db)
  return first(rows, 'rows').minutes
}

export const endPause = (db: Db, provider: string): Promise<unknown> =>
  db.deleteFrom('sms_receipt_pause').where('provider', '=', provider).execute()
