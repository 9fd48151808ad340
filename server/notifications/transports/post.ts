import { request as requestPlain } from 'node:http'
import { type Agent, request as requestTls } from 'node:https'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isLoopback } from '../../core/loopback.ts'
import { proxyAgent } from '../../core/process/proxy.ts'
import { DeliveryError, deliveryTimeout } from './transport.ts'

const maxAnswer = 64 * 1024

/** Returns the URL scheme that the host requires: http: for a loopback address, otherwise https:. */
export const schemeFor = (hostname: string): 'https:' | 'http:' => (isLoopback(hostname) ? 'http:' : 'https:')

export interface Answer {
  status: number
  body: string
}

/**
 * Sends a POST request and does not follow redirects. Unlike fetch, it detects whether the request was sent
 * completely before the connection failed. Set `repeatable` if the receiver removes duplicates, so that a
 * request without a response can be sent again. Throws a DeliveryError of kind `retry` or `unanswered`.
 */
export function post(
  url: URL,
  {
    headers,
    body,
    repeatable,
    timeout = deliveryTimeout,
  }: { headers: Record<string, string>; body: string; repeatable: boolean; timeout?: number | undefined },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let handedOver = false
  const send = url.protocol === 'https:' ? requestTls : requestPlain
  const request = send(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(timeout),
      agent: proxyAgent(url) ?? false,
    },
    async (response) => {
      try {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) {
          if (text.length < maxAnswer) text += chunk
        }
        resolve({ status: response.statusCode ?? 0, body: text })
      } catch (error) {
        fail(error)
      }
    },
  )
  const fail = (error: unknown) => {
    const { name, code } = error as NodeJS.ErrnoException
    const reason =
      name === 'AbortError' ? `no response within ${timeout / 1000} s` : `no response: ${code ?? name}`
    reject(new DeliveryError(handedOver && !repeatable ? 'unanswered' : 'retry', reason))
  }
  request.on('finish', () => {
    handedOver = true
  })
  request.on('error', fail)
  request.end(body)
  return promise
}

/**
 * Checks that a host can be reached, by opening a connection (with TLS for https) without sending a message.
 * Throws if the host does not respond or has no valid certificate.
 */
export async function reachHost(url: URL): Promise<string> {
  const agent = proxyAgent(url)
  return agent ? reachThroughProxy(url, agent) : reachDirectly(url)
}

/** Sends an empty HEAD request, because a proxy does not connect to the host before it gets a request. */
async function reachThroughProxy(url: URL, agent: Agent): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const signal = AbortSignal.timeout(deliveryTimeout)
  const request = requestTls(new URL('/', url), { method: 'HEAD', agent, signal }, (response) => {
    response.resume()
    resolve()
  })
  request.on('error', reject)
  request.end()
  try {
    await promise
    return `${url.host} responds through the proxy`
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`${url.host}, through the proxy: ${code ?? message}`)
  }
}

async function reachDirectly(url: URL): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  const port = Number(url.port) || (secure ? 443 : 80)
  const socket = secure
    ? connectTls({ host, port, ...(!isIP(host) && { servername: host }) }, resolve)
    : connectPlain({ host, port }, resolve)
  socket.once('error', reject)
  socket.setTimeout(deliveryTimeout, () =>
    reject(new Error(`no response within ${deliveryTimeout / 1000} s`)),
  )
  try {
    await promise
    return `${url.host} responds`
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`${url.host}: ${code ?? message}`)
  } finally {
    socket.destroy()
  }
}

/**
 * Throws a DeliveryError unless the status is 2xx. Server errors, timeouts and rate limits can be retried.
 * All other statuses are final.
 */
export function checkStatus(status: number): void {
  if (status >= 200 && status < 300) return
  const later = status >= 500 || status === 408 || status === 425 || status === 429
  throw new DeliveryError(later ? 'retry' : 'refused', `HTTP ${status}`)
}

/**
 * Parses a JSON response. Throws a DeliveryError of kind `retry` if the body is not JSON. Such a response
 * cannot come from the provider itself.
 */
export function parseAnswer(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body))
  } catch {
    throw new DeliveryError('retry', 'the response is not JSON')
  }
}
