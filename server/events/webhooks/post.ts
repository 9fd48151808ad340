import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Addresses } from './addresses.ts'
import { createSender, type PostResult } from './send.ts'

/** A delivery attempt without the response body. */
export interface Attempt extends Omit<PostResult, 'answer'> {
  /** End of the attempt as an RFC 3339 timestamp. */
  at: string
  ms: number
}

export interface RecordedAttempt extends Attempt, PostResult {}

interface Message {
  id: string
  body: string
  /** The current secret and, for one day after a rotation, also the previous secret. */
  secrets: readonly Buffer[]
}

export type Post = (url: string, message: Message) => Promise<RecordedAttempt>

interface EventRow {
  id: string
  type: string
  date_time: Date
  payload: unknown
}

/** Returns the JSON body of the webhook request for an event. */
export const bodyOf = ({ id, type, date_time, payload }: EventRow): string =>
  JSON.stringify({ id, type, dateTime: date_time, payload })

/**
 * Returns the HTTP headers of a webhook request, with the current timestamp and the signatures, as specified
 * by https://www.standardwebhooks.com
 */
export function headersOf({ id, body, secrets }: Message): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}

const sign = (secret: Buffer, content: string): string =>
  `v1,${createHmac('sha256', secret).update(content).digest('base64')}`

/**
 * Returns a function that sends an event. The function does not follow redirects, so if a receiver moves, the
 * URL of its webhook must be changed.
 */
export function createPost(addresses: Addresses, timeout?: number): Post & { close(): void } {
  const { send, close } = createSender(addresses, timeout)

  const post: Post = async (url, message) => {
    const start = performance.now()
    const sent = await send(new URL(url), headersOf(message), message.body)
    return { at: new Date().toISOString(), ms: Math.round(performance.now() - start), ...sent }
  }
  return Object.assign(post, { close })
}
