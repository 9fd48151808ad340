import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { emit } from '../core/events/emit.ts'
import { deviceEvent } from '../devices/events.ts'
import type { Person, TestApp, Tokens } from './app.ts'
import { json, listen, type ReceivedRequest } from './http-server.ts'
import { ask, organization } from './organizations.ts'

export const create = `mutation m($tenant: ID, $url: String!, $events: [String!]!) {
  createWebhook(tenantId: $tenant, url: $url, events: $events) { secret webhook { id enabled events url tenant { id } } } }`
export const list =
  'query q($tenant: ID) { listWebhook(tenantId: $tenant) { id enabled waiting lastError offDateTime } }'
export const deliveries = `query q($id: ID!, $only: WebhookDeliveryState) { queryWebhookDelivery(webhookId: $id, only: $only, pageSize: 100) {
  data { id eventId type payload objectName delivered nextDateTime behind answer tries { status reason } } } }`
export const inFull = `query q($webhook: ID!, $id: ID!) { getWebhookDelivery(webhookId: $webhook, id: $id) {
  objectName request { headers body } } }`
export const figures = `query q($id: ID!) { getWebhook(id: $id) { waiting failing
  figures { begun first retried median slow halfHours { dateTime delivered failed } } } }`
export const types = ['device.registered', 'device.status']

type Who = Pick<Tokens, 'access_token'>

interface WebhookEvent {
  id: string
  payload: { note?: string }
  objectName: string | null
  behind: number
  nextDateTime: string | null
  tries: object[]
}

/**
 * Emits one event for each item of `ids`, each in its own transaction. The first character of an item is the
 * id of the device.
 */
export const happen = async (app: TestApp, tenantId: string, ...ids: string[]) => {
  for (const id of ids)
    await app.db.transaction((tx) =>
      emit(tx, [deviceEvent('device.status', { tenant_id: tenantId, id: id.charAt(0) }, { note: id })]),
    )
}

/** Creates an organization with a webhook that sends to a local receiver. */
export async function givenWebhook(
  app: TestApp,
  owner: Person,
  answer?: (received: ReceivedRequest, response: ServerResponse) => void,
) {
  const receiver = await listen(answer ?? ((_received, response) => json(response, {})))
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const { id: tenant } = await organization(app, { owner })
  const url = `http://${receiver.host}/hook?token=t`
  const { webhook, secret } = await ask(app, owner, create, { tenant, url, events: types })
  const row = () =>
    app.db.query.selectFrom('webhook').selectAll().where('id', '=', webhook.id).executeTakeFirstOrThrow()
  return {
    tenant,
    id: webhook.id as string,
    secret: secret as string,
    receiver,
    row,
    bodies: () => receiver.received.map(({ body }) => JSON.parse(body)),
    notes: () => receiver.received.map(({ body }) => JSON.parse(body).payload.note),
    shown: async (who: Who = owner) =>
      (await ask(app, who, list, { tenant })).find(({ id }: { id: string }) => id === webhook.id),
    deliveries: async (only?: 'WAITING' | 'FAILING'): Promise<WebhookEvent[]> =>
      (await ask(app, owner, deliveries, { id: webhook.id, only })).data,
    figures: async () => await ask(app, owner, figures, { id: webhook.id }),
    /** Makes the next delivery attempt due immediately. */
    async pass() {
      await app.db.execute(
        "update webhook_delivery set due_at = now() where webhook_id = $1 and due_at < 'infinity'",
        [webhook.id],
      )
      await app.db.execute('update webhook set due_at = now() where id = $1', [webhook.id])
      await app.db.execute("select pg_notify('webhook_due', '')", [])
    },
  }
}

export const isSignedWith = (secret: string, { headers, body }: ReceivedRequest): boolean => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(signature)
}

/** Creates a webhook that belongs to an application and sends to a local receiver. */
export async function givenApplicationWebhook(
  app: TestApp,
  who: Who,
  { applicationId, events }: { applicationId: string; events: string[] },
) {
  const receiver = await listen((_received, response) => json(response, {}))
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const url = `http://${receiver.host}/`
  const { webhook } = await ask(app, who, createFor, { applicationId, url, events })
  return {
    id: webhook.id as string,
    receiver,
    /**
     * Returns the received events, sorted, because the order of events about different objects is not
     * defined.
     */
    receivedEvents: (): string[] =>
      receiver.received
        .map(({ body }) => JSON.parse(body))
        .map(({ type, payload }) => `${type} ${payload.accountId ?? payload.deviceId ?? payload.tenantId}`)
        .sort(),
  }
}

export const createFor = `mutation m($tenantId: ID, $applicationId: ID, $url: String!, $events: [String!]!) {
  createWebhook(tenantId: $tenantId, applicationId: $applicationId, url: $url, events: $events) {
    webhook { id tenant { id } application { id } } } }`
