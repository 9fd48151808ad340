// What an administrator does by hand in the console, 平台管理 → 事件推送: the webhook of this example.

const reeve = process.env.REEVE_URL ?? 'http://127.0.0.1:3000'
const username = process.env.REEVE_USERNAME ?? 'admin'
const password = process.env.REEVE_PASSWORD ?? 'reeve-demo-2026'

const events = [
  ...['account.disabled', 'account.closed', 'account.contactChanged'],
  ...['member.added', 'member.removed', 'member.permissionsChanged'],
  ...['device.registered', 'device.moved', 'device.status', 'device.online', 'device.offline'],
]

interface Made {
  /** whsec_…, shown this once. */
  secret: string
  /** Where its deliveries are seen. */
  page: string
  remove(): Promise<void>
}

export async function makeWebhook(url: string): Promise<Made> {
  const token = await signIn()
  const create = `mutation m($url: String!, $events: [String!]!) {
    createWebhook(url: $url, events: $events) { secret webhook { id } } }`
  const { createWebhook } = await ask(token, create, { url, events })
  const { id } = createWebhook.webhook
  return {
    secret: createWebhook.secret,
    page: `${reeve}/all-management/webhooks?webhook=${id}`,
    async remove() {
      await ask(await signIn(), 'mutation m($id: ID!) { deleteWebhook(id: $id) }', { id })
    },
  }
}

/** The administrator's token. A program of yours has none: it knows the secret alone. */
async function signIn(): Promise<string> {
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'password', username, password })
  const answer = await fetch(`${reeve}/realms/reeve/protocol/openid-connect/token`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${reeve} refused the sign-in of ${username}: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function ask(token: string, query: string, variables: object) {
  const answer = await fetch(`${reeve}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as {
    data: { createWebhook: { secret: string; webhook: { id: string } } }
    errors?: { message: string }[]
  }
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'))
  return data
}
