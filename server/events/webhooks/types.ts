import { type Kysely, sql } from 'kysely'
import { builder } from '../../core/builder.ts'
import { batched } from '../../core/loader.ts'
import type { Tables } from '../../db/tables.ts'
import { loadTenant, Tenant } from '../../tenants/types.ts'
import type { DeliveryRow } from './deliveries.ts'
import { secretText, type WebhookRow } from './store.ts'

const loadWaiting = batched('webhookWaiting', (context, ids) => countWaiting(context.db.query, ids), 0)

async function countWaiting(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select webhook_id as id, count(*) as count from webhook_delivery
    where webhook_id = any(${[...ids]}::uuid[]) and due_at is not null and delivered_at is null
    group by webhook_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export const Webhook = builder.objectRef<WebhookRow>('Webhook').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.exposeString('url'),
    events: t.exposeStringList('events'),
    enabled: t.exposeBoolean('enabled', {
      description: 'false: switched off, by hand or after something could not be sent for a day',
    }),
    offDateTime: t.expose('off_at', {
      type: 'DateTime',
      nullable: true,
      description: 'since when it is off',
    }),
    lastError: t.exposeString('last_error', {
      nullable: true,
      description: 'what is wrong now: HTTP and a status, TIMEOUT, or the code of a network error',
    }),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description: 'null: of the whole platform',
      resolve: ({ tenant_id }, _args, context) => (tenant_id ? loadTenant(context, tenant_id) : null),
    }),
    waiting: t.int({
      description: 'events that wait: for their next try, or behind one of the same object',
      resolve: ({ id }, _args, context) => loadWaiting(context, id),
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
  }),
})

export const WebhookSecret = builder.objectRef<WebhookRow>('WebhookSecret').implement({
  fields: (t) => ({
    webhook: t.field({ type: Webhook, resolve: (row) => row }),
    secret: t.string({
      description: 'whsec_…, shown this once',
      resolve: ({ secret }) => secretText(secret),
    }),
  }),
})

const WebhookTry = builder.objectRef<DeliveryRow['tries'][number]>('WebhookTry').implement({
  fields: (t) => ({
    dateTime: t.field({ type: 'DateTime', resolve: ({ at }) => new Date(at) }),
    status: t.exposeInt('status', { nullable: true, description: 'of HTTP; null: no answer came' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'why no answer came: TIMEOUT, ADDRESS_REFUSED, or the code of a network error',
    }),
    duration: t.exposeInt('ms', { description: 'milliseconds' }),
  }),
})

export const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  fields: (t) => ({
    id: t.id({ description: 'its place in the feed', resolve: ({ position }) => String(position) }),
    eventId: t.exposeID('event_id', { description: 'the webhook-id that it is sent with' }),
    type: t.exposeString('type'),
    dateTime: t.expose('date_time', { type: 'DateTime' }),
    payload: t.field({ type: 'JSON', resolve: ({ payload }) => payload }),
    delivered: t.boolean({ resolve: ({ delivered_at }) => delivered_at !== null }),
    nextDateTime: t.expose('next_at', {
      type: 'DateTime',
      nullable: true,
      description: 'of its next try; null: delivered, or it waits behind another',
    }),
    behind: t.exposeInt('behind', { description: 'later events of its object that wait for it' }),
    tries: t.field({
      type: [WebhookTry],
      description: 'newest first, at most 50',
      resolve: ({ tries }) => tries,
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'the beginning of what the last try was answered',
    }),
  }),
})
