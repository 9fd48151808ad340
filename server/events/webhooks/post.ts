import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Addresses } from './addresses.ts'
import { createSender, type Sent } from './send.ts'

/** One try. */
export interface Try extends Omit<Sent, 'answer'> {
  /** RFC 3339 */
  at: string
  ms: number
}

export interface Answered extends Try, Sent {}

export type Post = (
  url: string,
  message: { id: string; body: string; secrets: readonly Buffer[] },
) => Promise<Answered>

/** Another address than the webhook's has to be set as its own: redirects are not followed. */
export function createPost(addresses: Addresses): Post & { close(): void } {
  const { send, close } = createSender(addresses)

  const post: Post = async (url, { id, body, secrets }) => {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const start = performance.now()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
    }
    const sent = await send(new URL(url), headers, body)
    return { at: new Date().toISOString(), ms: Math.round(performance.now() - start), ...sent }
  }
  return Object.assign(post, { close })
}

/** https://www.standardwebhooks.com */
const sign = (secret: Buffer, content: string): string =>
  `v1,${createHmac('sha256', secret).update(content).digest('base64')}`
