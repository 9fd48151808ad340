import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { OnPositioned } from '../../core/events/positions.ts'
import { newId } from '../../core/id.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

type Reader = Kysely<Tables>
export type WebhookRow = Selectable<Tables['webhook']>

/** PostgreSQL channel that wakes the nodes when a webhook has pending events. */
export const dueChannel = 'webhook_due'

/** Returns the object name of test events, which only this webhook receives. */
export const objectOf = (id: string): string => `webhook ${id}`

const wake = sql`select pg_notify(${dueChannel}, '')`
const head = sql<number>`(select position from event_head)`

/** Formats a secret as whsec_…, as specified by https://www.standardwebhooks.com */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`
const newSecret = (): Buffer => randomBytes(32)

export const findWebhook = (db: Reader, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()

export const lockWebhook = (tx: Tx, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Returns the webhooks of an application or an organization, or of the platform if neither is given. The
 * oldest comes first.
 */
export function listWebhooks(db: Reader, { tenant_id, application_id }: WebhookOwner): Promise<WebhookRow[]> {
  const feed = tenant_id ?? application_id
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('feed', feed === null ? 'is' : '=', feed)
    .where('application_id', application_id === null ? 'is' : '=', application_id)
    .orderBy('id')
    .execute()
}

export type WebhookOwner = Pick<WebhookRow, 'tenant_id' | 'application_id'>
type NewWebhook = WebhookOwner & Pick<WebhookRow, 'creator_id' | 'url' | 'events'>

/** Inserts a webhook. It receives only events that happen from now on. */
export const insertWebhook = (tx: Tx, webhook: NewWebhook): Promise<WebhookRow> =>
  tx
    .insertInto('webhook')
    .values({ ...webhook, id: newId(), secret: newSecret(), taken: head, reach: head })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes a webhook. Its deliveries remain until their daily partitions are dropped. */
export const deleteWebhook = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.deleteFrom('webhook').where('id', '=', id).execute())

/** Replaces the signing secret. For one day, deliveries are also signed with the previous secret. */
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
 * Updates a webhook. If the update enables the webhook again, pending events are sent with a new series of
 * attempts. Events of newly subscribed types are sent from now on. If the webhook still has earlier events to
 * deliver, it also receives events of the new types that follow its current position in the feed.
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

/**
 * Marks webhooks that subscribe to these events as due. Called in the transaction that assigns positions to
 * the events.
 */
export const reachWebhooks: OnPositioned = async (tx, placed) => {
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

/**
 * Requests the redelivery of an event. Returns false if the event does not exist or waits behind another
 * event.
 */
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

/**
 * Deletes a deleted organization's webhooks once they are disabled or have delivered their last event. A
 * webhook that cannot deliver an event is disabled after a day.
 */
export const deleteOrphans = async (db: Reader): Promise<void> =>
  void (await sql`
    delete from webhook where tenant_id is not null
      and not exists (select from tenant where tenant.id = webhook.tenant_id)
      and (not enabled or (taken = reach and due_at = 'infinity'))`.execute(db))
