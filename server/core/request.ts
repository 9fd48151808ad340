import type { IncomingHttpHeaders } from 'node:http'
import type { Locale } from '../../contract/errors.ts'
import { first } from '../../contract/required.ts'
import type { KeyedCall } from './idempotency/keyed.ts'

/** Who is calling from where; made once a request, at the edge. */
export interface RequestInfo {
  /** In every log line of the request and in an INTERNAL answer. */
  id: string
  locale: Locale
  /** The peer, or what a configured proxy says of it; IPv4-mapped IPv6 written as IPv4. */
  ip: string
  /** What limits count by: an IPv4 address or an IPv6 /64. */
  network: string
  userAgent: string | undefined
  /** The known-device cookie, if the browser sent one. */
  browserToken: string | undefined
  /** What the caller has read and saved is not after it: see Database.reading; null where none came. */
  position: string | null
  /** Of a call with an Idempotency-Key. */
  keyed?: KeyedCall
}

/** An access token as it came with a call. */
export interface Credentials {
  token: string
  /** Of one that came by the scheme `DPoP` (RFC 9449, 7.1); `jwt` is empty where nothing came with it. */
  proof?: { jwt: string; method: string; path: string }
}

interface Call {
  headers: IncomingHttpHeaders
  method: string
  url: string
}

/** undefined where no token came. */
export function credentialsOf({ headers, method, url }: Call): Credentials | undefined {
  const [, scheme, token] = /^(Bearer|DPoP) +([\w\-.~+/]+=*)$/i.exec(headers.authorization ?? '') ?? []
  if (!scheme || !token) return undefined
  if (scheme.toLowerCase() === 'bearer') return { token }
  return {
    token,
    proof: { jwt: String(headers.dpop ?? ''), method, path: first(url.split(/[?#]/, 1), 'url') },
  }
}
