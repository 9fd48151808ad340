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

interface PendingCounts {
  waiting: number
  failing: number
}

const loadWaiting = batched('webhookWaiting', (context, ids) => countWaiting(context.db.query, ids), {
  waiting: 0,
  failing: 0,
})

async function countWaiting(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, PendingCounts>> {
  const { rows } = await sql<PendingCounts & { id: string }>`
    select webhook_id as id, count(*) as waiting,
      count(*) filter (where due_at < 'infinity' and attempt > 0) as failing from webhook_delivery
    where webhook_id = any(${[...ids]}::uuid[]) and due_at is not null and delivered_at is null
    group by webhook_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const WebhookHalfHour = builder.objectRef<HalfHour>('WebhookHalfHour').implement({
  fields: (t) => ({
    dateTime: t.expose('at', { type: 'DateTime', description: 'Start of the half hour' }),
    delivered: t.int({ resolve: ({ first, retried }) => first + retried }),
    failed: t.exposeInt('failed', { description: 'Number of attempts' }),
  }),
})

const sum = (halfHours: readonly HalfHour[], part: 'begun' | 'first' | 'retried') =>
  halfHours.reduce((total, each) => total + each[part], 0)

const WebhookFigures = builder
  .objectRef<AnswerTimes & { halfHours: HalfHour[] }>('WebhookFigures')
  .implement({
    description: 'Statistics of the last 24 hours',
    fields: (t) => ({
      begun: t.int({
        description: 'Events attempted for the first time',
        resolve: ({ halfHours }) => sum(halfHours, 'begun'),
      }),
      first: t.int({
        description: 'Delivered at the first attempt',
        resolve: ({ halfHours }) => sum(halfHours, 'first'),
      }),
      retried: t.int({
        description: 'Delivered at a later attempt',
        resolve: ({ halfHours }) => sum(halfHours, 'retried'),
      }),
      median: t.exposeInt('median', {
        nullable: true,
        description:
          'Median response time of the last 1,000 deliveries in milliseconds; null if there are none',
      }),
      slow: t.exposeInt('slow', { nullable: true, description: '95th percentile of the response times' }),
      halfHours: t.field({
        type: [WebhookHalfHour],
        description: '48 half hours, oldest first, ending with the current one',
        resolve: ({ halfHours }) => halfHours,
      }),
    }),
  })

const WebhookCan = builder.objectRef<WebhookRow>('WebhookCan').implement({
  fields: (t) => ({
    change: t.boolean({
      description: 'Change, test and delete the webhook, and send deliveries again',
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
      description:
        'Whether events are sent. False if a user disabled the webhook, or after an event could not be delivered for a day.',
    }),
    offDateTime: t.expose('off_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the webhook was disabled',
    }),
    lastError: t.exposeString('last_error', {
      nullable: true,
      description: 'Current error: HTTP and a status code, TIMEOUT, or the code of a network error',
    }),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description: 'Organization whose events are sent; null for a webhook of the platform',
      resolve: ({ tenant_id }, _args, context) => (tenant_id ? loadTenant(context, tenant_id) : null),
    }),
    application: t.field({
      type: Application,
      nullable: true,
      description:
        'Application that receives the events; null for a webhook of an organization or of the platform',
      resolve: ({ application_id }, _args, context) =>
        application_id ? loadApplication(context, application_id) : null,
    }),
    waiting: t.int({
      description: 'Events that wait for their next attempt or behind another event of the same object',
      resolve: async ({ id }, _args, context) => (await loadWaiting(context, id)).waiting,
    }),
    failing: t.int({
      description: 'Pending events that were attempted',
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
      description: 'Signing secret (whsec_…). It cannot be retrieved again.',
      resolve: ({ secret }) => secretText(secret),
    }),
  }),
})

const WebhookTry = builder.objectRef<DeliveryRow['tries'][number]>('WebhookTry').implement({
  fields: (t) => ({
    dateTime: t.field({ type: 'DateTime', resolve: ({ at }) => new Date(at) }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status; null if there was no response',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why there was no response: TIMEOUT, ADDRESS_REFUSED, or the code of a network error',
    }),
    duration: t.exposeInt('ms', { description: 'Duration in milliseconds' }),
  }),
})

const WebhookRequest = builder.objectRef<{ headers: string[]; body: string }>('WebhookRequest').implement({
  fields: (t) => ({
    headers: t.exposeStringList('headers', { description: 'Header lines in the form `name: value`' }),
    body: t.exposeString('body', { description: 'The exact body that is signed' }),
  }),
})

export const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  fields: (t) => ({
    id: t.id({ description: 'Position in the feed', resolve: ({ position }) => String(position) }),
    eventId: t.exposeID('event_id', { description: 'Value of the webhook-id header' }),
    type: t.exposeString('type'),
    dateTime: t.expose('date_time', { type: 'DateTime' }),
    payload: t.field({ type: 'JSON', resolve: ({ payload }) => payload }),
    objectName: t.exposeString('object_name', {
      nullable: true,
      description:
        "Current name of the event's object; null if it no longer exists or the viewer cannot see it",
    }),
    request: t.field({
      type: WebhookRequest,
      description: 'The request as it would be sent now, with a valid signature',
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
      description: 'Time of the next attempt; null if delivered or waiting behind another event',
    }),
    behind: t.exposeInt('behind', {
      description: 'Number of later events of the same object that wait for this one',
    }),
    tries: t.field({
      type: [WebhookTry],
      description: 'Attempts, newest first, at most 50',
      resolve: ({ tries }) => tries,
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'Beginning of the last response body',
    }),
  }),
})
