import { ask, atEnd, reeve } from '../lib/reeve.ts'

const events = [
  ...['account.disabled', 'account.closed', 'account.contactChanged'],
  ...['member.added', 'member.removed', 'member.permissionsChanged'],
  ...['device.registered', 'device.moved', 'device.status', 'device.online', 'device.offline'],
]

/**
 * Does the same as Platform → Webhooks → New webhook in the console. `secret` (whsec_…) is shown only once.
 * `page` is the URL of the webhook's delivery log.
 */
export async function makeWebhook(url: string): Promise<{ secret: string; page: string }> {
  const create = `mutation m($url: String!, $events: [String!]!) {
    createWebhook(url: $url, events: $events) { secret webhook { id } } }`
  const { createWebhook } = await ask<{ createWebhook: { secret: string; webhook: { id: string } } }>(
    create,
    { url, events },
  )
  const { id } = createWebhook.webhook
  atEnd(() => ask('mutation m($id: ID!) { deleteWebhook(id: $id) }', { id }))
  return { secret: createWebhook.secret, page: `${reeve}/all-management/webhooks?webhook=${id}` }
}
