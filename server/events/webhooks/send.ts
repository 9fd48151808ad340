import { Agent, request as requestPlain } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { proxyAgent } from '../../core/process/proxy.ts'
import { type Addresses, AddressRefused } from './addresses.ts'

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

/**
 * Returns a function that sends POST requests to allowed addresses and never rejects. The function does not
 * follow redirects, because they could lead to forbidden addresses.
 */
export function createSender(addresses: Addresses, timeout = patience): Sender {
  const plain = new Agent({ keepAlive: true })
  const tls = new TlsAgent({ keepAlive: true })

  function post(url: URL, headers: Record<string, string>, body: string) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>()
    const options = {
      method: 'POST',
      headers: { 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'Reeve', ...headers },
      signal: AbortSignal.timeout(timeout),
    }
    const lookup = addresses.lookupFor(url.protocol)
    const proxy = proxyAgent(url)
    const request =
      url.protocol === 'https:'
        ? requestTls(url, { ...options, ...(proxy ? { agent: proxy } : { agent: tls, lookup }) })
        : requestPlain(url, { ...options, agent: plain, lookup })
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
      // Removes NUL characters, because PostgreSQL cannot store them.
      resolve({ status, answer: answer.slice(0, shown).toWellFormed().replaceAll('\0', '') })
    })
    request.end(body)
    return promise
  }

  return {
    async send(url, headers, body) {
      try {
        if (!addresses.allowsHost(url)) throw new AddressRefused()
        // A proxy resolves the host name itself, so the address must be checked before the request.
        if (proxyAgent(url) && (await addresses.faultOf(url))) throw new AddressRefused()
        return { reason: null, ...(await post(url, headers, body)) }
      } catch (error) {
        const { name, code } = error as NodeJS.ErrnoException
        const reason = name === 'AbortError' || name === 'TimeoutError' ? 'TIMEOUT' : (code ?? name)
        return { status: null, reason, answer: null }
      }
    },
    close() {
      plain.destroy()
      tls.destroy()
    },
  }
}
