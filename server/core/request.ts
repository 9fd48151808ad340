import type { IncomingHttpHeaders } from 'node:http'
import type { Locale } from '../../contract/errors.ts'
import { first } from '../../contract/required.ts'
import type { IdempotentRequest } from './idempotency/idempotent-request.ts'

/** Describes the caller of a request. Created once per request, when the request arrives. */
export interface RequestInfo {
  /** Request id. It appears in every log line of the request and in responses with the code INTERNAL. */
  id: string
  locale: Locale
  /**
   * The peer's address, or the client address reported by a trusted proxy. IPv4-mapped IPv6 addresses are
   * written as IPv4.
   */
  ip: string
  /** Network by which rate limits count: an IPv4 address or an IPv6 /64. */
  network: string
  userAgent: string | undefined
  /** Value of the known-device cookie, if the browser sent one. */
  browserToken: string | undefined
  /**
   * WAL position of the latest change that the caller has seen. A standby can answer only if it has replayed
   * this position (see Database.reading). Null if the caller sent no position.
   */
  position: string | null
  /** Set only if the request has an Idempotency-Key. */
  idempotent?: IdempotentRequest
}

/** Access token of a request. */
export interface Credentials {
  token: string
  /**
   * The DPoP proof (RFC 9449, section 7.1), set if the scheme is `DPoP`. `jwt` is empty if the header is
   * missing.
   */
  proof?: { jwt: string; method: string; path: string }
}

interface Call {
  headers: IncomingHttpHeaders
  method: string
  url: string
}

/** Returns the access token of a request, or undefined if the request has none. */
export function credentialsOf({ headers, method, url }: Call): Credentials | undefined {
  const [, scheme, token] = /^(Bearer|DPoP) +([\w\-.~+/]+=*)$/i.exec(headers.authorization ?? '') ?? []
  if (!scheme || !token) return undefined
  if (scheme.toLowerCase() === 'bearer') return { token }
  return {
    token,
    proof: { jwt: String(headers.dpop ?? ''), method, path: first(url.split(/[?#]/, 1), 'url') },
  }
}
