import { Agent, type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { proxyAgent } from '../../core/process/proxy.ts'
import { type Addresses, AddressRefused } from './addresses.ts'

export interface OutgoingRequest {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  /** Timeout in milliseconds, from the start of the request until the response is complete. */
  timeout: number
}

export interface Requester {
  /**
   * Sends a request and returns the result of `read` for the response. Rejects with AddressRefused, with an
   * error of Node.js or with the error of `read`.
   */
  send<T>(url: URL, request: OutgoingRequest, read: (response: IncomingMessage) => Promise<T>): Promise<T>
  close(): void
}

/**
 * Creates an HTTP client that reaches only allowed addresses. It does not follow redirects, because they
 * could lead to forbidden addresses.
 */
export function createRequester(addresses: Addresses): Requester {
  const plain = new Agent({ keepAlive: true })
  const tls = new TlsAgent({ keepAlive: true })

  return {
    async send<T>(
      url: URL,
      { method, headers, body, timeout }: OutgoingRequest,
      read: (response: IncomingMessage) => Promise<T>,
    ) {
      const proxy = proxyAgent(url)
      if (!addresses.allowsHost(url)) throw new AddressRefused()
      // A proxy resolves the host name itself, so the address must be checked before the request.
      if (proxy && (await addresses.faultOf(url))) throw new AddressRefused()
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const options: RequestOptions = {
        method,
        headers: {
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          'user-agent': 'Reeve',
          ...headers,
        },
        signal: AbortSignal.timeout(timeout),
      }
      const lookup = addresses.lookupFor(url.protocol)
      const request =
        url.protocol === 'https:'
          ? requestTls(url, { ...options, ...(proxy ? { agent: proxy } : { agent: tls, lookup }) })
          : requestPlain(url, { ...options, agent: plain, lookup })
      request.on('error', reject)
      request.on('response', (response) => {
        read(response).then(resolve, (error) => {
          request.destroy()
          reject(error)
        })
      })
      request.end(body)
      return promise
    },
    close() {
      plain.destroy()
      tls.destroy()
    },
  }
}

/** Returns the reason of a failed request: TIMEOUT, or the code or name of the error. */
export function failureOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'AbortError' || name === 'TimeoutError' ? 'TIMEOUT' : String(code ?? name)
}
