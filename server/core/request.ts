import type { Locale } from '../../contract/errors.ts'

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
}
