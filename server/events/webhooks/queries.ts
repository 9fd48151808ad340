import { limits } from '../../../contract/limits.ts'
import { findApplication } from '../../applications/store.ts'
import { builder } from '../../core/builder.ts'
import { readCursor, writeCursor } from '../../core/cursor.ts'
import { id, integer, oneOf, opaque, optional } from '../../core/input.ts'
import { query } from '../../core/operation.ts'
import { relationsToWebhooks } from '../access.ts'
import { type DeliveryRow, readDeliveries, readDelivery } from './deliveries.ts'
import { listWebhooks } from './store.ts'
import { namesObjects, readWebhook } from './target.ts'
import { Webhook, WebhookDelivery } from './types.ts'

query({
  name: 'listWebhook',
  description:
    'Returns the webhooks of an organization, of an application, or of the platform if neither is given, oldest first, at most 20. Access: same as createWebhook.',
  can: 'EVENT_FOLLOW',
  input: { tenantId: optional(id()), applicationId: optional(id()) },
  returns: [Webhook],
  relations: ({ context, viewer, input }) => relationsToWebhooks(context.db.query, viewer, input),
  async run({ context, input: { tenantId, applicationId } }) {
    const { query } = context.db
    const application = applicationId == null ? undefined : await findApplication(query, applicationId)
    return listWebhooks(query, {
      tenant_id: application ? application.tenant_id : (tenantId?.toLowerCase() ?? null),
      application_id: application?.id ?? null,
    })
  },
})

query({
  name: 'getWebhook',
  description: 'Returns a webhook. Access: same as createWebhook.',
  can: 'EVENT_FOLLOW',
  input: { id: id() },
  returns: Webhook,
  relations: async ({ context, viewer, input }) => (await readWebhook(context, viewer, input.id)).relations,
  run: async ({ context, viewer, input }) => (await readWebhook(context, viewer, input.id)).row,
})

query({
  name: 'getWebhookDelivery',
  description:
    'Returns a delivery of a webhook; null if it does not exist or is no longer stored. Access: same as createWebhook.',
  can: 'EVENT_FOLLOW',
  input: { webhookId: id(), id: id() },
  returns: WebhookDelivery,
  nullable: true,
  relations: async ({ context, viewer, input }) =>
    (await readWebhook(context, viewer, input.webhookId)).relations,
  async run({ context, viewer, input }) {
    const { row } = await readWebhook(context, viewer, input.webhookId)
    return readDelivery(context.db.query, row, { id: input.id, named: namesObjects(viewer, row) })
  },
})

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  description:
    'FAILING: at least one attempt failed, and the event has not been delivered yet. WAITING: all events that have not been delivered yet, including FAILING ones.',
  values: ['FAILING', 'WAITING'] as const,
})

const WebhookDeliveryPage = builder
  .objectRef<{ data: DeliveryRow[]; next: string | null }>('WebhookDeliveryPage')
  .implement({
    fields: (t) => ({
      data: t.field({ type: [WebhookDelivery], resolve: ({ data }) => data }),
      next: t.exposeString('next', {
        nullable: true,
        description: 'Value of `after` for the next page; null on the last page',
      }),
    }),
  })

query({
  name: 'queryWebhookDelivery',
  description:
    'Returns deliveries of a webhook in the last 30 days, newest first. Access: same as createWebhook.',
  can: 'EVENT_FOLLOW',
  input: {
    webhookId: id(),
    only: optional(oneOf(WebhookDeliveryState, ['FAILING', 'WAITING'])),
    after: optional(opaque(2_048)),
    pageSize: integer({ min: 1, max: limits.page.max }, limits.page.size),
  },
  returns: WebhookDeliveryPage,
  relations: async ({ context, viewer, input }) =>
    (await readWebhook(context, viewer, input.webhookId)).relations,

  async run({ context, viewer, input: { only, after, pageSize, webhookId } }) {
    const { query } = context.db
    const { row } = await readWebhook(context, viewer, webhookId)
    const list = `webhook_delivery ${row.id} ${only ?? ''}`
    const cursor = after == null ? null : await readCursor(query, list, after)
    const before = cursor ? { before: Number(cursor.values[0]) } : {}
    const named = namesObjects(viewer, row)
    const found = await readDeliveries(query, row, { only, named, size: pageSize + 1, ...before })
    const data = found.slice(0, pageSize)
    const more = found.length > pageSize
    const last = { first: 0, values: [String(data.at(-1)?.position)] }
    return { data, next: more ? await writeCursor(query, list, last) : null }
  },
})
