import { Agent, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { limits } from '../../../contract/limits.ts'
import { proxyAgent } from '../../core/process/proxy.ts'
import { type Addresses, AddressRefused } from '../../events/webhooks/addresses.ts'
import { ProviderError } from './provider.ts'

const { patience, answer: maxBytes } = limits.identitySources

/** Calls providers. Rejects with a ProviderError if there is no usable response. */
export interface ProviderClient {
  fetch(url: string | URL, options?: FetchOptions): Promise<Response>
  close(): void
}

export interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
}

/**
 * Creates a client that reaches only allowed addresses. It does not follow redirects, because they could lead to
 * forbidden addresses. It limits the time and the size of a response.
 */
export function createProviderClient(addresses: Addresses, timeout: number = patience): ProviderClient {
  const plain = new Agent({ keepAlive: true })
  const tls = new TlsAgent({ keepAlive: true })

  function send(url: URL, { method = 'GET', headers = {}, body }: FetchOptions): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const proxy = proxyAgent(url)
    const options: RequestOptions = {
      method,
      headers: {
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        'user-agent': 'Reeve',
        ...headers,
      },
      signal: AbortSignal.timeout(timeout),
      ...(proxy ? {} : { lookup: addresses.lookupFor(url.protocol) }),
    }
    const request =
      url.protocol === 'https:'
        ? requestTls(url, { ...options, agent: proxy ?? tls })
        : requestPlain(url, { ...options, agent: plain })
    request.on('error', reject)
    request.on('response', async (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      try {
        for await (const chunk of response) {
          bytes += chunk.length
          if (bytes > maxBytes) throw new ProviderError('invalid', url, { message: 'source.answer' })
          chunks.push(chunk)
        }
        resolve(toResponse(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)))
      } catch (error) {
        request.destroy()
        reject(error)
      }
    })
    request.end(body)
    return promise
  }

  return {
    async fetch(address, options = {}) {
      const url = new URL(address)
      try {
        if (!addresses.allowsHost(url)) throw new AddressRefused()
        // A proxy resolves the host name itself, so the address is checked here.
        if (proxyAgent(url) && (await addresses.faultOf(url))) throw new AddressRefused()
        return await send(url, options)
      } catch (error) {
        if (error instanceof ProviderError) throw error
        const message = error instanceof AddressRefused ? 'source.address' : 'source.unavailable'
        throw new ProviderError('unavailable', url, { message, code: reasonOf(error) })
      }
    },
    close() {
      plain.destroy()
      tls.destroy()
    },
  }
}

function toResponse(status: number, headers: NodeJS.Dict<string | string[]>, body: Buffer): Response {
  const usable = status >= 200 && status <= 599 ? status : 502
  const empty = [204, 205, 304].includes(usable)
  return new Response(empty ? null : new Uint8Array(body), {
    status: usable,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
  })
}

function reasonOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'AbortError' || name === 'TimeoutError' ? 'TIMEOUT' : String(code ?? name)
}

/**
 * Returns the JSON object of a response. Rejects with a ProviderError if the response contains no JSON
 * object.
 */
export async function jsonOf(response: Response, url: string | URL): Promise<Record<string, unknown>> {
  const value: unknown = await response.json().catch(() => null)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  if (response.status >= 500)
    throw new ProviderError('unavailable', url, {
      message: 'source.unavailable',
      code: String(response.status),
    })
  throw new ProviderError('invalid', url, { message: 'source.answer', code: String(response.status) })
}

/** Returns the value if it is a non-empty string, otherwise null. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
