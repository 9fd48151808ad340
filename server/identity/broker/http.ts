import type { IncomingMessage } from 'node:http'
import { limits } from '../../../contract/limits.ts'
import { type Addresses, AddressRefused } from '../../events/webhooks/addresses.ts'
import { createRequester, failureOf } from '../../events/webhooks/request.ts'
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

/** Creates a client that reaches only allowed addresses. It limits the time and the size of a response. */
export function createProviderClient(addresses: Addresses, timeout: number = patience): ProviderClient {
  const requester = createRequester(addresses)
  return {
    async fetch(address, { method = 'GET', headers = {}, body } = {}) {
      const url = new URL(address)
      try {
        return await requester.send(url, { method, headers, body, timeout }, (response) =>
          readResponse(url, response),
        )
      } catch (error) {
        if (error instanceof ProviderError) throw error
        const message = error instanceof AddressRefused ? 'source.address' : 'source.unavailable'
        throw new ProviderError('unavailable', url, { message, code: failureOf(error) })
      }
    },
    close: () => requester.close(),
  }
}

async function readResponse(url: URL, response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ProviderError('invalid', url, { message: 'source.answer' })
    chunks.push(chunk)
  }
  return toResponse(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))
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
