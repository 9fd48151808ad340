import type { IncomingMessage } from 'node:http'
import type { Addresses } from './addresses.ts'
import { createRequester, failureOf } from './request.ts'

export interface PostResult {
  status: number | null
  /** The reason why there was no response: TIMEOUT or a Node.js error code. Null if there was a response. */
  reason: string | null
  /** The beginning of the response body. */
  answer: string | null
}

/** Timeout in milliseconds, from the start of the request until the response is complete. */
const patience = 10_000
/**
 * `shown` is the number of characters of the response body that are stored. `mostBytes` is the maximum number
 * of bytes that are read.
 */
const shown = 1_000
const mostBytes = 64 * 1_024

export interface Sender {
  send(url: URL, headers: Record<string, string>, body: string): Promise<PostResult>
  close(): void
}

/** Returns a function that sends POST requests to allowed addresses and never rejects. */
export function createSender(addresses: Addresses, timeout = patience): Sender {
  const requester = createRequester(addresses)
  return {
    async send(url, headers, body) {
      try {
        const sent = await requester.send(url, { method: 'POST', headers, body, timeout }, readBeginning)
        return { reason: null, ...sent }
      } catch (error) {
        return { status: null, reason: failureOf(error), answer: null }
      }
    },
    close: () => requester.close(),
  }
}

/** Returns the status and the beginning of the body. Stops reading a body that is too long. */
async function readBeginning(response: IncomingMessage): Promise<{ status: number; answer: string }> {
  let answer = ''
  let bytes = 0
  try {
    for await (const chunk of response) {
      if (answer.length < shown) answer += chunk.toString('utf8')
      bytes += chunk.length
      if (bytes > mostBytes) response.destroy()
    }
  } catch (error) {
    if (bytes <= mostBytes) throw error
  }
  // Removes NUL characters, because PostgreSQL cannot store them.
  return {
    status: response.statusCode ?? 0,
    answer: answer.slice(0, shown).toWellFormed().replaceAll('\0', ''),
  }
}
