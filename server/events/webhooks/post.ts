import { createHmac } from 'node:crypto'
import { Agent, request as requestPlain } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { performance } from 'node:perf_hooks'
import { type Addresses, AddressRefused } from './addresses.ts'

/** One try. `reason`: where no answer came, TIMEOUT or the code of Node's error. */
export interface Try {
  /** RFC 3339 */
  at: string
  status: number | null
  reason: string | null
  ms: number
}

export interface Answered extends Try {
  /** What came back, its beginning. */
  answer: string | null
}

/** Milliseconds from the start of a try to the end of its answer. */
const timeout = 10_000
/** Characters of an answer that are kept, and bytes that are read of it at most. */
const shown = 1_000
const mostBytes = 64 * 1_024

export type Post = (
  url: string,
  message: { id: string; body: string; secrets: readonly Buffer[] },
) => Promise<Answered>

/** Follows no redirect: another address has to be set as the webhook's own. */
export function createPost(addresses: Addresses): Post & { close(): void } {
  const plain = new Agent({ keepAlive: true })
  const tls = new TlsAgent({ keepAlive: true })

  const post: Post = async (text, { id, body, secrets }) => {
    const url = new URL(text)
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const start = performance.now()
    const done = (result: Pick<Answered, 'status' | 'reason' | 'answer'>): Answered => ({
      at: new Date().toISOString(),
      ms: Math.round(performance.now() - start),
      ...result,
    })
    try {
      if (!addresses.allowsHost(url)) throw new AddressRefused()
      const headers = {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Reeve',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
      }
      return done({ reason: null, ...(await send(url, headers, body)) })
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException
      const reason = name === 'AbortError' || name === 'TimeoutError' ? 'TIMEOUT' : (code ?? name)
      return done({ status: null, reason, answer: null })
    }
  }

  function send(url: URL, headers: Record<string, string>, body: string) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>()
    const options = {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(timeout),
      lookup: addresses.lookupFor(url.protocol),
    }
    const request =
      url.protocol === 'https:'
        ? requestTls(url, { ...options, agent: tls })
        : requestPlain(url, { ...options, agent: plain })
    request.on('error', reject)
    request.on('response', async (response) => {
      let answer = ''
      let bytes = 0
      const status = response.statusCode ?? 0
      try {
        for await (const chunk of response) {
          if (answer.length < shown) answer += chunk.toString('utf8')
          bytes += chunk.length
          if (bytes > mostBytes) response.destroy()
        }
      } catch (error) {
        if (bytes <= mostBytes) return reject(error)
      }
      // PostgreSQL takes no NUL.
      resolve({ status, answer: answer.slice(0, shown).toWellFormed().replaceAll('\0', '') })
    })
    request.end(body)
    return promise
  }

  return Object.assign(post, {
    close() {
      plain.destroy()
      tls.destroy()
    },
  })
}

/** https://www.standardwebhooks.com */
const sign = (secret: Buffer, content: string): string =>
  `v1,${createHmac('sha256', secret).update(content).digest('base64')}`
