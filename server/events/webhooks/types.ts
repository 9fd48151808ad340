import { type Kysely, sql } from 'kysely'
import { mayChangeRecipients } from '../../applications/rules.ts'
import { Application, loadApplication } from '../../applications/types.ts'
import { builder } from '../../core/builder.ts'
import { viewerOf } from '../../core/context.ts'
import { batched } from '../../core/loader.ts'
import type { Tables } from '../../db/tables.ts'
import { loadTenant, Tenant } from '../../tenants/types.ts'
import type { DeliveryRow } from './deliveries.ts'
import { bodyOf, headersOf } from './post.ts'
import { secretText, type WebhookRow } from './store.ts'
import { type AnswerTimes, type HalfHour, readAnswerTimes, readHalfHours } from './tally.ts'

interface Waiting {
  waiting: number
  failing: number
}

const loadWaiting = batched('webhookWaiting', (context, ids) => countWaiting(context.db.query, ids), {
  waiting: 0,
  failing: 0,
})

async function countWaiting(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, Waiting>> {
  const { rows } = await sql<Waiting & { id: string }>`
    select webhook_id as id, count(*) as waiting,
      count(*) filter (where due_at < 'infinity' and attempt > 0) as failing from webhook_delivery
    where webhook_id = any(${[...ids]}::uuid[]) and due_at is not null and delivered_at is null
    group by webhook_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const WebhookHalfHour = builder.objectRef<HalfHour>('WebhookHalfHour').implement({
  fields: (t) => ({
    dateTime: t.expose('at', { type: 'DateTime', description: 'its beginning' }),
    delivered: t.int({ resolve: ({ first, retried }) => first + retried }),
    failed: t.exposeInt('failed', { description: 'tries' }),
  }),
})

const sum = (halfHours: readonly HalfHour[], part: 'begun' | 'first' | 'retried') =>
  halfHours.reduce((total, each) => total + each[part], 0)

const WebhookFigures = builder
  .objectRef<AnswerTimes & { halfHours: HalfHour[] }>('WebhookFigures')
  .implement({
    description: 'of the last 24 hours',
    fields: (t) => ({
      begun: t.int({
        description: 'events that were tried for the first time',
        resolve: ({ halfHours }) => sum(halfHours, 'begun'),
      }),
      first: t.int({
        description: 'delivered at the first try',
        resolve: ({ halfHours }) => sum(halfHours, 'first'),
      }),
      retried: t.int({
        description: 'delivered at a later one',
        resolve: ({ halfHours }) => sum(halfHours, 'retried'),
      }),
      median: t.exposeInt('median', {
        nullable: true,
        description: 'milliseconds in which half of the last 1,000 were answered; null: none was',
      }),
      slow: t.exposeInt('slow', { nullable: true, description: 'the same of 95 of 100' }),
      halfHours: t.field({
        type: [WebhookHalfHour],
        description: '48, oldest first, the present one last',
        resolve: ({ halfHours }) => halfHours,
      }),
    }),
  })

const WebhookCan = builder.objectRef<WebhookRow>('WebhookCan').implement({
  fields: (t) => ({
    change: t.boolean({
      description: 'also test it, send deliveries again and delete it',
      resolve: async ({ application_id }, _args, context) => {
        const application = application_id ? await loadApplication(context, application_id) : null
        return !application || mayChangeRecipients(viewerOf(context), application)
      },
    }),
  }),
})

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
    application: t.field({
      type: Application,
      nullable: true,
      description: 'whose events they are, of its organization where it is a service account; null: none',
      resolve: ({ application_id }, _args, context) =>
        application_id ? loadApplication(context, application_id) : null,
    }),
    waiting: t.int({
      description: 'events that wait: for their next try, or behind one of the same object',
      resolve: async ({ id }, _args, context) => (await loadWaiting(context, id)).waiting,
    }),
    failing: t.int({
      description: 'those of them that were tried',
      resolve: async ({ id }, _args, context) => (await loadWaiting(context, id)).failing,
    }),
    figures: t.field({
      type: WebhookFigures,
      async resolve({ id }, _args, { db }) {
        const [halfHours, times] = await Promise.all([
          readHalfHours(db.query, id),
          readAnswerTimes(db.query, id),
        ])
        return { halfHours, ...times }
      },
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    viewerCan: t.field({ type: WebhookCan, resolve: (row) => row }),
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

const WebhookRequest = builder.objectRef<{ headers: string[]; body: string }>('WebhookRequest').implement({
  fields: (t) => ({
    headers: t.exposeStringList('headers', { description: 'name: value' }),
    body: t.exposeString('body', { description: 'what is signed, byte for byte' }),
  }),
})

export const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  fields: (t) => ({
    id: t.id({ description: 'its place in the feed', resolve: ({ position }) => String(position) }),
    eventId: t.exposeID('event_id', { description: 'the webhook-id that it is sent with' }),
    type: t.exposeString('type'),
    dateTime: t.expose('date_time', { type: 'DateTime' }),
    payload: t.field({ type: 'JSON', resolve: ({ payload }) => payload }),
    objectName: t.exposeString('object_name', {
      nullable: true,
      description:
        'of what it is about, as it is called now; null: it is not there, or not for the viewer to see',
    }),
    request: t.field({
      type: WebhookRequest,
      description: 'as it would be sent now, so that a receiver takes it',
      resolve({ event_id: id, secret, ...event }) {
        const body = bodyOf({ id, ...event })
        const headers = headersOf({ id, body, secrets: [secret] })
        return { headers: Object.entries(headers).map(([name, value]) => `${name}: ${value}`), body }
      },
    }),
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
