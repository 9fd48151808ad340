import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { OnPlaced } from '../../core/events/place.ts'
import { newId } from '../../core/id.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

type Reader = Kysely<Tables>
export type WebhookRow = Selectable<Tables['webhook']>

/** PostgreSQL's channel on which nodes hear that a webhook has something to send. */
export const dueChannel = 'webhook_due'

/** As the object of events that are for one webhook alone. */
export const objectOf = (id: string): string => `webhook ${id}`

const wake = sql`select pg_notify(${dueChannel}, '')`
const head = sql<number>`(select position from event_head)`

/** whsec_…, as https://www.standardwebhooks.com has it. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`
const newSecret = (): Buffer => randomBytes(32)

export const findWebhook = (db: Reader, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()

export const lockWebhook = (tx: Tx, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Of an application, of an organization, or of the platform (neither); oldest first. */
export function listWebhooks(db: Reader, { tenant_id, application_id }: Whose): Promise<WebhookRow[]> {
  const feed = tenant_id ?? application_id
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('feed', feed === null ? 'is' : '=', feed)
    .where('application_id', application_id === null ? 'is' : '=', application_id)
    .orderBy('id')
    .execute()
}

export type Whose = Pick<WebhookRow, 'tenant_id' | 'application_id'>
type NewWebhook = Whose & Pick<WebhookRow, 'creator_id' | 'url' | 'events'>

/** It is told what comes from now on. */
export const insertWebhook = (tx: Tx, webhook: NewWebhook): Promise<WebhookRow> =>
  tx
    .insertInto('webhook')
    .values({ ...webhook, id: newId(), secret: newSecret(), taken: head, reach: head })
    .returningAll()
    .executeTakeFirstOrThrow()

/** What was sent goes with its day. */
export const deleteWebhook = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.deleteFrom('webhook').where('id', '=', id).execute())

/** The one before signs, too, for a day. */
export const rotateSecret = (tx: Tx, { id, secret }: WebhookRow): Promise<WebhookRow> =>
  tx
    .updateTable('webhook')
    .set({
      secret: newSecret(),
      former_secret: secret,
      former_until: sql<Date>`now() + interval '1 day'`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Switched on again, it goes on with what has waited; the tries begin anew. Of a type that is added it is told what comes
 * from now on; only where something is on its way just now, from there on.
 */
export async function updateWebhook(
  tx: Tx,
  before: WebhookRow,
  { url, events, enabled }: Pick<WebhookRow, 'url' | 'events' | 'enabled'>,
): Promise<WebhookRow> {
  const on = enabled && !before.enabled
  if (on)
    await sql`
      update webhook_delivery set attempt = 0, due_at = case when due_at = 'infinity' then due_at else now() end
      where webhook_id = ${before.id} and due_at is not null and delivered_at is null`.execute(tx)
  const idle = enabled && before.enabled && before.taken === before.reach
  const row = await tx
    .updateTable('webhook')
    .set({
      url,
      events,
      enabled,
      ...(idle && { taken: head, reach: head }),
      ...(on && { off_at: null, last_error: null, reach: head, due_at: sql<Date>`now()` }),
      ...(!enabled && before.enabled && { off_at: sql<Date>`now()`, last_error: null }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (on) await wake.execute(tx)
  return row
}

/** Those that ask for one of the events have something to do. In the transaction that gives these their positions. */
export const reachWebhooks: OnPlaced = async (tx, placed) => {
  const rows = JSON.stringify(placed)
  await sql`
    with found as (
      select webhook.id, max(fresh.position) as position
      from jsonb_to_recordset(${rows}::jsonb)
          as fresh("tenantId" uuid, platform boolean, object text, type text, position bigint)
        join webhook on webhook.feed = fresh."tenantId" or (webhook.feed is null and fresh.platform)
      where enabled and (fresh.type = any(webhook.events) or fresh.object = 'webhook ' || webhook.id)
      group by webhook.id),
    reached as (
      update webhook set reach = found.position, due_at = least(due_at, now())
      from found where webhook.id = found.id returning 1)
    select pg_notify(${dueChannel}, '') from reached limit 1`.execute(tx)
}

/** Once more; false where it waits behind another one, or is not there. */
export async function sendAgain(tx: Tx, webhookId: string, position: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({ due_at: sql<Date>`now()` })
    .where('webhook_id', '=', webhookId)
    .where('position', '=', position)
    .where(sql<boolean>`due_at is distinct from 'infinity'`)
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  await tx.updateTable('webhook').set({ due_at: sql<Date>`now()` }).where('id', '=', webhookId).execute()
  await wake.execute(tx)
  return true
}

/** Of organizations that are gone, once they have been told so, or could not be for a day. */
export const dropOrphans = async (db: Reader): Promise<void> =>
  void (await sql`
    delete from webhook where tenant_id is not null
      and not exists (select from tenant where tenant.id = webhook.tenant_id)
      and (not enabled or (taken = reach and due_at = 'infinity'))`.execute(db))
