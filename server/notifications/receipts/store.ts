import { type Kysely, sql } from 'kysely'
import { first } from '../../../contract/required.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { AcceptedSms, Receipt } from '../transports/transport.ts'

type Db = Kysely<Tables>

/** An SMS of which a provider has to say what became of it. */
export interface DueSms extends AcceptedSms {
  id: string
}

/** Asked so often, each wait twice the one before: after 1, 3, 7, 15 … minutes, the last time a day and a half after it was sent. */
const mostAsked = 11
/** Providers answer for seven days (Tencent) and thirty (Aliyun). */
const longest = sql`interval '6 days'`
/** Minutes that a provider which fails is left alone at most. */
const longestPause = 60

/**
 * One that is due, with its next turn already set: whoever dies over it has only put it off, and no two servers ask for
 * the same. Undefined where none is due, or the provider is left alone.
 */
export async function takeDue(db: Db, provider: string): Promise<DueSms | undefined> {
  const { rows } = await sql<DueSms>`
    update sms set asked = asked + 1,
      ask_at = case when asked + 1 < ${mostAsked}::integer then now() + interval '1 minute' * 2 ^ (asked + 1) end
    where id = (
      select id from sms
      where provider = ${provider} and ask_at <= now()
        and not exists (select from sms_receipt_pause where provider = ${provider} and until > now())
      order by ask_at limit 1 for update skip locked)
    returning id, phone as "to", provider_id as "providerId", ended_at as "at"`.execute(db)
  return rows[0]
}

/** What is too old for any provider to tell. */
export const giveUpOld = (db: Db): Promise<unknown> =>
  sql`update sms set ask_at = null where ask_at < now() and ended_at < now() - ${longest}`.execute(db)

/** Counted in the hour in which it was sent; once, however often it is told. */
export async function keepReceipt(tx: Tx, id: string, { status, reason }: Receipt): Promise<void> {
  await sql`
    with told as (
      update sms set receipt = ${status}, reason = ${reason}, ask_at = null
      where id = ${id} and receipt is null returning provider, ended_at)
    update sms_hour set
      received = received + ${status === 'RECEIVED' ? 1 : 0}::integer,
      undelivered = undelivered + ${status === 'UNDELIVERED' ? 1 : 0}::integer
    from told
    where hour = date_trunc('hour', told.ended_at, 'UTC') and sms_hour.provider = told.provider
      and sms_hour.status = 'SENT'`.execute(tx)
}

/** Resolves to the minutes for which it is left alone: 1, 2, 4 … */
export async function pause(db: Db, provider: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    insert into sms_receipt_pause as p (provider, failures, until)
    values (${provider}, 1, now() + interval '1 minute')
    on conflict (provider) do update set failures = p.failures + 1,
      until = now() + interval '1 minute' * least(${longestPause}::integer, 2 ^ least(p.failures, 10))
    returning (extract(epoch from until - now()) / 60)::integer as minutes`.execute(db)
  return first(rows, 'rows').minutes
}

export const endPause = (db: Db, provider: string): Promise<unknown> =>
  db.deleteFrom('sms_receipt_pause').where('provider', '=', provider).execute()
