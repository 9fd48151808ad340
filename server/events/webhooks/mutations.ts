import { applicationEventTypes, eventTypes, tenantEventTypes } from '../../../contract/events.ts'
import { limits } from '../../../contract/limits.ts'
import type { ApplicationRow } from '../../applications/store.ts'
import type { Context } from '../../core/context.ts'
import { AppError, badInput } from '../../core/errors.ts'
import { emit, testEvent } from '../../core/events/emit.ts'
import { noTenant } from '../../core/id.ts'
import { boolean, id, listOf, opaque, optional } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import { assertAllowed } from '../../core/viewer.ts'
import { relationsToWebhooks } from '../access.ts'
import { readDelivery } from './deliveries.ts'
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  objectOf,
  rotateSecret,
  sendAgain,
  updateWebhook,
  type WebhookRow,
} from './store.ts'
import { lockScope, lockWebhookTarget, namesObjects, ofWebhook, readWebhook } from './target.ts'
import { Webhook, WebhookDelivery, WebhookSecret } from './types.ts'

const url = () => opaque(limits.webhooks.url)
const events = () => listOf(opaque(64), eventTypes.length)

/** Returns the normalized URL. Throws BAD_INPUT if webhooks cannot be sent to the URL. */
async function checkUrl({ services }: Context, text: string): Promise<string> {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  const web = parsed && ['https:', 'http:'].includes(parsed.protocol)
  if (!web || parsed.username || parsed.password || parsed.hash) throw badInput({ url: ['webhook.url'] })
  const fault = await services.webhookAddresses.faultOf(parsed)
  // An http: URL is allowed only for configured addresses, so the error message asks for https.
  const plain = fault === 'webhook.address' && parsed.protocol === 'http:'
  if (fault) throw badInput({ url: [plain ? 'webhook.url' : fault] })
  return parsed.href
}

const typesOf = (application: ApplicationRow): readonly string[] =>
  applicationEventTypes({
    kind: application.kind,
    serviceAccount: application.tenant_id !== null,
    authCodes: application.auth_codes,
    limited: application.tenant_ids.length > 0,
  })

type Subscriber = Pick<WebhookRow, 'tenant_id'> & { application: ApplicationRow | null }

/**
 * Returns the event types in a fixed order. Throws BAD_INPUT if the webhook cannot receive one of the types.
 */
function checkEvents({ tenant_id, application }: Subscriber, given: readonly string[]): string[] {
  const known: readonly string[] = tenant_id ? tenantEventTypes : eventTypes
  if (!given.length || !given.every((type) => known.includes(type)))
    throw badInput({ events: ['webhook.events'] })
  const receivable = application ? typesOf(application) : known
  const others = given.filter((type) => !receivable.includes(type))
  if (others.length) throw badInput({ events: ['webhook.neverTold', { types: others.join(', ') }] })
  return known.filter((type) => given.includes(type))
}

/**
 * Only the origin of the URL is recorded in the audit log, because the path and the query may contain a
 * secret.
 */
const hostOf = ({ url }: WebhookRow): string => new URL(url).origin

function assertEnabled({ enabled }: WebhookRow): void {
  if (!enabled) throw new AppError('CONFLICT', { message: ['webhook.off'] })
}

mutation({
  name: 'createWebhook',
  description:
    'Creates a webhook for an organization, for an application, or for the whole platform if neither is given. Access: for an organization, its owner and managers; for an application, same as updateApplication or updateServiceAccount; for the platform, admin and application_management.',
  can: 'WEBHOOK_CHANGE',
  effects: ['EVENT_DESTINATIONS'],
  input: { tenantId: optional(id()), applicationId: optional(id()), url: url(), events: events() },
  returns: WebhookSecret,
  async prepare({ context, viewer, input }) {
    // Checks the permission first, so that users without permission cannot make the server resolve host
    // names.
    assertAllowed('WEBHOOK_CHANGE', viewer, await relationsToWebhooks(context.db.query, viewer, input))
    return checkUrl(context, input.url)
  },
  async target(tx, input, viewer) {
    const scope = await lockScope(tx, input, viewer)
    if (!scope) throw new AppError('FORBIDDEN')
    return scope
  },

  async run({ tx, viewer, input, target, prepared }) {
    const max = limits.webhooks.each
    if ((await listWebhooks(tx, target)).length >= max)
      throw new AppError('CONFLICT', { message: ['webhook.tooMany', { max }] })
    return insertWebhook(tx, {
      tenant_id: target.tenant_id,
      application_id: target.application_id,
      creator_id: viewer.accountId,
      url: prepared,
      events: checkEvents(target, input.events),
    })
  },

  audit: ({ result }) => ({
    ...ofWebhook(result),
    changes: {
      host: [null, hostOf(result)],
      applicationId: [null, result.application_id],
      events: [null, result.events],
    },
  }),
})

mutation({
  name: 'updateWebhook',
  description:
    'Changes a webhook. Omitted and null fields stay unchanged. Enabling a webhook delivers pending events of the last 30 days. Access: same as createWebhook.',
  can: 'WEBHOOK_CHANGE',
  input: { id: id(), url: optional(url()), events: optional(events()), enabled: optional(boolean()) },
  returns: Webhook,
  async prepare({ context, viewer, input }) {
    if (input.url == null) return null
    const { row, relations } = await readWebhook(context, viewer, input.id)
    assertAllowed('WEBHOOK_CHANGE', viewer, relations)
    return input.url === row.url ? row.url : checkUrl(context, input.url)
  },
  target: (tx, input, viewer) => lockWebhookTarget(tx, input.id, viewer),
  effects: ({ input, target }) =>
    input.url != null && input.url !== target.url ? ['EVENT_DESTINATIONS'] : [],
  run: ({ tx, input, target, prepared }) =>
    updateWebhook(tx, target, {
      url: prepared ?? target.url,
      events: input.events ? checkEvents(target, input.events) : target.events,
      enabled: input.enabled ?? target.enabled,
    }),
  audit: ({ target, result }) => ({
    ...ofWebhook(target),
    changes: {
      host: [hostOf(target), hostOf(result)],
      events: [target.events, result.events],
      enabled: [target.enabled, result.enabled],
    },
    always: target.url !== result.url,
  }),
})

mutation({
  name: 'rotateWebhookSecret',
  description:
    'Creates a new signing secret. For a day, requests are signed with both the previous and the new secret, so that receivers have time to switch. Access: same as createWebhook.',
  can: 'WEBHOOK_CHANGE',
  effects: ['EVENT_DESTINATIONS'],
  input: { id: id() },
  returns: WebhookSecret,
  target: (tx, input, viewer) => lockWebhookTarget(tx, input.id, viewer),
  run: ({ tx, target }) => rotateSecret(tx, target),
  audit: ({ target }) => ({ ...ofWebhook(target), changes: {}, always: true }),
})

mutation({
  name: 'deleteWebhook',
  description: 'Deletes a webhook. Access: same as createWebhook.',
  can: 'WEBHOOK_CHANGE',
  effects: [],
  input: { id: id() },
  returns: 'Boolean',
  target: (tx, input, viewer) => lockWebhookTarget(tx, input.id, viewer),
  async run({ tx, target }) {
    await deleteWebhook(tx, target.id)
    return true
  },
  audit: ({ target }) => ({ ...ofWebhook(target), changes: { host: [hostOf(target), null] } }),
})

mutation({
  name: 'testWebhook',
  description:
    'Sends a webhook.test event to this webhook only. The event does not appear in feeds. Access: same as createWebhook.',
  can: 'WEBHOOK_CHANGE',
  effects: [],
  input: { id: id() },
  returns: 'Boolean',
  target: (tx, input, viewer) => lockWebhookTarget(tx, input.id, viewer),
  async run({ tx, target }) {
    assertEnabled(target)
    const { id, feed } = target
    await emit(tx, [
      {
        type: testEvent,
        tenantId: feed ?? noTenant,
        platform: feed === null,
        object: objectOf(id),
        payload: { webhookId: id },
      },
    ])
    return true
  },
  audit: ({ target }) => ({ ...ofWebhook(target), changes: {} }),
})

mutation({
  name: 'resendWebhookDelivery',
  description:
    'Sends a delivery again immediately. If the event was already delivered, a failed redelivery is not retried. CONFLICT if the delivery waits for an earlier event of the same object. Access: same as createWebhook.',
  can: 'WEBHOOK_CHANGE',
  effects: [],
  input: { webhookId: id(), id: id() },
  returns: WebhookDelivery,
  target: (tx, input, viewer) => lockWebhookTarget(tx, input.webhookId, viewer),
  async run({ tx, viewer, input, target }) {
    assertEnabled(target)
    const delivery = await readDelivery(tx, target, { id: input.id, named: namesObjects(viewer, target) })
    if (!delivery) throw new AppError('NOT_FOUND')
    if (!(await sendAgain(tx, target.id, delivery.position)))
      throw new AppError('CONFLICT', { message: ['webhook.waits'] })
    return delivery
  },
  audit: ({ target }) => ({ ...ofWebhook(target), changes: {} }),
})
