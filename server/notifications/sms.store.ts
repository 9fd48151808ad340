import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { SortKey } from '../core/cursor.ts'
import { type Page, type PageArguments, readPage } from '../core/page.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>

export type SmsRow = Selectable<Tables['sms']>

export const smsStatuses = ['SENT', 'REFUSED', 'UNANSWERED', 'EXPIRED', 'EXHAUSTED'] as const
export type SmsStatus = (typeof smsStatuses)[number]

/** Whether a sent SMS reached the phone, as reported by the provider. */
export const smsReceipts = ['RECEIVED', 'UNDELIVERED'] as const
export type SmsReceipt = (typeof smsReceipts)[number]

type NewSms = Pick<SmsRow, 'id' | 'phone' | 'template' | 'provider' | 'provider_id' | 'status' | 'reason'>

/**
 * Stores the result of sending an SMS. Repeated calls for the same SMS have no effect. If the provider offers
 * delivery receipts, the first query is due one minute later.
 */
export async function recordSms(tx: Tx, sms: NewSms): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('sms')
    .values({ ...sms, ask_at: sms.provider_id === null ? null : sql<Date>`now() + interval '1 minute'` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (added) await countSms(tx, sms.provider ?? '', sms.status as SmsStatus)
}

/**
 * Counts an SMS in the current hour. LIMITED means that a requested code was not sent, because the SMS budget
 * was used up.
 */
export async function countSms(tx: Tx, provider: string, status: SmsStatus | 'LIMITED'): Promise<void> {
  await tx
    .insertInto('sms_hour')
    .values({ hour: sql<Date>`date_trunc('hour', now(), 'UTC')`, provider, status, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['hour', 'provider', 'status']).doUpdateSet({ count: sql`sms_hour.count + 1` }),
    )
    .execute()
}

export interface SmsFilter extends PageArguments {
  /** Phone number in E.164. */
  mobilePhone?: string | null | undefined
  template?: string | null | undefined
  provider?: string | null | undefined
  status?: SmsStatus | null | undefined
  receipt?: SmsReceipt | null | undefined
  minDateTime?: Date | null | undefined
  maxDateTime?: Date | null | undefined
}

const newestFirst: SortKey[] = [
  { value: sql.ref('sms.ended_at'), type: 'timestamptz', order: 'desc' },
  { value: sql.ref('sms.id'), type: 'uuid', order: 'desc' },
]

export function listSms(db: Reader, filter: SmsFilter): Promise<Page<SmsRow>> {
  const { mobilePhone, template, provider, status, receipt, minDateTime, maxDateTime } = filter
  let from = db.selectFrom('sms')
  if (mobilePhone) from = from.where('phone', '=', mobilePhone)
  if (template) from = from.where('template', '=', template)
  if (provider) from = from.where('provider', '=', provider)
  if (status) from = from.where('status', '=', status)
  if (receipt) from = from.where('receipt', '=', receipt)
  if (minDateTime) from = from.where('ended_at', '>=', minDateTime)
  if (maxDateTime) from = from.where('ended_at', '<=', maxDateTime)
  return readPage(db, filter, {
    name: 'sms',
    from,
    keys: newestFirst,
    rows: db.selectFrom('sms').selectAll('sms'),
    ids: [sql.ref('sms.id')],
  })
}

export interface SmsPeriod {
  from: Date
  to: Date
  sent: number
  failed: number
  limited: number
  /** Number of SMS sent in this period for which the provider has reported delivery. */
  received: number
  undelivered: number
}

const counted = {
  sent: sql<number>`coalesce(sum(count) filter (where status = 'SENT'), 0)::integer`,
  failed: sql<number>`coalesce(sum(count) filter (where status not in ('SENT', 'LIMITED')), 0)::integer`,
  limited: sql<number>`coalesce(sum(count) filter (where status = 'LIMITED'), 0)::integer`,
  received: sql<number>`coalesce(sum(received), 0)::integer`,
  undelivered: sql<number>`coalesce(sum(undelivered), 0)::integer`,
}

/**
 * Returns the counts for each period between two adjacent timestamps in `instants`, which must be in
 * ascending order.
 */
export async function readSmsPeriods(db: Reader, instants: readonly Date[]): Promise<SmsPeriod[]> {
  if (instants.length < 2) return []
  const { rows } = await sql<SmsPeriod>`
    select period."from", period."to", ${counted.sent} as sent, ${counted.failed} as failed, ${counted.limited} as limited,
      ${counted.received} as received, ${counted.undelivered} as undelivered
    from unnest(${instants.slice(0, -1)}::timestamptz[], ${instants.slice(1)}::timestamptz[]) as period("from", "to")
      left join sms_hour on hour >= period."from" and hour < period."to"
    group by period."from", period."to" order by period."from"`.execute(db)
  return rows
}

export type SmsOfProvider = Omit<SmsPeriod, 'from' | 'to' | 'limited'> & { provider: string }

/** Returns the counts per SMS provider for the last 30 days, with the most used provider first. */
export const readSmsProviders = (db: Reader): Promise<SmsOfProvider[]> =>
  db
    .selectFrom('sms_hour')
    .select(['provider', counted.sent.as('sent'), counted.failed.as('failed')])
    .select([counted.received.as('received'), counted.undelivered.as('undelivered')])
    .where('provider', '<>', '')
    .where('hour', '>', sql<Date>`now() - interval '30 days'`)
    .groupBy('provider')
    .orderBy('sent', 'desc')
    .execute()

/** Removes these phone numbers from the SMS log. The log entries and the counts remain. */
export const forgetPhones = (tx: Tx, phones: readonly string[]): Promise<unknown> =>
  tx.updateTable('sms').set({ phone: null, ask_at: null }).where('phone', 'in', phones).execute()

const batch = 1_000

export async function dropOldSms(db: Reader): Promise<void> {
  const over = sql<Date>`now() - ${sql.lit(limits.smsDays)} * interval '1 day'`
  await db.deleteFrom('sms_hour').where('hour', '<', over).execute()
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('sms')
      .where('id', 'in', db.selectFrom('sms').select('id').where('ended_at', '<', over).limit(batch))
      .executeTakeFirst()
    if (numDeletedRows < BigInt(batch)) return
  }
}
