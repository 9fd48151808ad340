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
    failed: t.exposeInt('failed', { description: 'Number of failed attempts' }),
  }),
})

const sum = (halfHours: readonly HalfHour[], part: 'begun' | 'first' | 'retried') =>
  halfHours.reduce((total, each) => total + each[part], 0)

const WebhookFigures = builder
  .objectRef<AnswerTimes & { halfHours: HalfHour[] }>('WebhookFigures')
  .implement({
    description: 'Delivery statistics of the last 24 hours',
    fields: (t) => ({
      begun: t.int({
        description: 'Number of events that were attempted for the first time',
        resolve: ({ halfHours }) => sum(halfHours, 'begun'),
      }),
      first: t.int({
        description: 'Number of events delivered at the first attempt',
        resolve: ({ halfHours }) => sum(halfHours, 'first'),
      }),
      retried: t.int({
        description: 'Number of events delivered at a later attempt',
        resolve: ({ halfHours }) => sum(halfHours, 'retried'),
      }),
      median: t.exposeInt('median', {
        nullable: true,
        description:
          'Median response time in milliseconds of up to 1,000 recent deliveries; null if there were no responses',
      }),
      slow: t.exposeInt('slow', {
        nullable: true,
        description:
          '95th percentile of the response time in milliseconds of up to 1,000 recent deliveries; null if there were no responses',
      }),
      halfHours: t.field({
        type: [WebhookHalfHour],
        description: 'Counts for 48 half hours, oldest first, up to the current half hour',
        resolve: ({ halfHours }) => halfHours,
      }),
    }),
  })

const WebhookCan = builder.objectRef<WebhookRow>('WebhookCan').implement({
  fields: (t) => ({
    change: t.boolean({
      description: 'Whether the viewer can change, test and delete the webhook and send deliveries again',
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
        'Whether events are sent. False if a user disabled the webhook, or if an event could not be delivered for a day.',
    }),
    offDateTime: t.expose('off_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the webhook was disabled; null if it is enabled',
    }),
    lastError: t.exposeString('last_error', {
      nullable: true,
      description:
        'Why deliveries currently fail, for example `HTTP 500`, `TIMEOUT` or `ECONNREFUSED`; null if there is no error',
    }),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description:
        'Organization whose events are sent; null if the webhook does not belong to an organization',
      resolve: ({ tenant_id }, _args, context) => (tenant_id ? loadTenant(context, tenant_id) : null),
    }),
    application: t.field({
      type: Application,
      nullable: true,
      description:
        'Application that receives the events; null for webhooks of an organization or of the platform',
      resolve: ({ application_id }, _args, context) =>
        application_id ? loadApplication(context, application_id) : null,
    }),
    waiting: t.int({
      description:
        'Number of events that have not been delivered yet. They wait for their next attempt or for an earlier event of the same object.',
      resolve: async ({ id }, _args, context) => (await loadWaiting(context, id)).waiting,
    }),
    failing: t.int({
      description: 'Number of events that have not been delivered although at least one attempt was made',
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
      description: 'Signing secret (whsec_…), which cannot be retrieved again',
      resolve: ({ secret }) => secretText(secret),
    }),
  }),
})

const WebhookTry = builder.objectRef<DeliveryRow['tries'][number]>('WebhookTry').implement({
  fields: (t) => ({
    dateTime: t.field({ type: 'DateTime', resolve: ({ at }) => new Date(at) }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status code of the response; null if there was no response',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why there was no response: TIMEOUT, ADDRESS_REFUSED (the host has a forbidden IP address), or the code of a network error; null if there was a response',
    }),
    duration: t.exposeInt('ms', { description: 'Duration of the attempt in milliseconds' }),
  }),
})

const WebhookRequest = builder.objectRef<{ headers: string[]; body: string }>('WebhookRequest').implement({
  fields: (t) => ({
    headers: t.exposeStringList('headers', { description: 'Request headers in the form `name: value`' }),
    body: t.exposeString('body', { description: 'Request body, exactly as it is signed' }),
  }),
})

export const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  fields: (t) => ({
    id: t.id({
      description: 'Position of the event in the event feed',
      resolve: ({ position }) => String(position),
    }),
    eventId: t.exposeID('event_id', { description: 'Value of the webhook-id header' }),
    type: t.exposeString('type'),
    dateTime: t.expose('date_time', { type: 'DateTime' }),
    payload: t.field({ type: 'JSON', resolve: ({ payload }) => payload }),
    objectName: t.exposeString('object_name', {
      nullable: true,
      description:
        'Current name of the account, organization or device that the event is about; null if it no longer exists or the viewer cannot see it',
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
      description:
        'Time of the next attempt; null if the event has been delivered or waits for an earlier event of the same object',
    }),
    behind: t.exposeInt('behind', {
      description: 'Number of later events of the same object that wait for this event',
    }),
    tries: t.field({
      type: [WebhookTry],
      description: 'Delivery attempts, newest first, at most 50',
      resolve: ({ tries }) => tries,
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'Beginning of the body of the last response; null if there was no response',
    }),
  }),
})
