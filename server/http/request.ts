import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Locale } from '../../contract/errors.ts'
import { required } from '../../contract/required.ts'
import type { Config } from '../config.ts'
import {
  type IdempotentRequest,
  idempotencyKeyHeader,
  type openIdempotentRequest,
} from '../core/idempotency/idempotent-request.ts'
import { defaults } from '../core/process/defaults.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import { isPosition } from '../db/standby/standby.ts'
import { readBrowserToken } from '../sessions/known-browsers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestInfo
    /** The signed-in account. Set on routes that authenticate the caller before the body is read. */
    viewer: Viewer | null
  }
}

/** Returns the viewer and the request information on routes that require a signed-in account. */
export const callerOf = ({ viewer, info }: Pick<FastifyRequest, 'viewer' | 'info'>) => ({
  viewer: required(viewer, 'viewer'),
  request: info,
})

/**
 * Returns information about the request and its caller. `secure` is true if users reach the console over TLS.
 */
export function requestInfo(request: FastifyRequest, secure: boolean): RequestInfo {
  // If a proxy sends a malformed IP address, the address of the proxy itself is used.
  const ip = parseIp(request.ip) ?? parseIp(request.socket.remoteAddress ?? '')
  return {
    id: request.id,
    locale: preferredLocale(request.headers['accept-language']),
    ip: ip?.toString() ?? '',
    network: ip ? networkOf(ip) : '',
    userAgent: request.headers['user-agent']?.slice(0, 512),
    browserToken: readBrowserToken(request.headers.cookie, secure),
    position: positionOf(request.headers[positionHeader]),
  }
}

export const positionHeader = 'reeve-position'

/** Returns the WAL position that the caller sent. A malformed position is ignored, so the result is null. */
const positionOf = (given: unknown): string | null => (isPosition(given) ? given : null)

type Ip = ipaddr.IPv4 | ipaddr.IPv6

function parseIp(text: string): Ip | undefined {
  const [bare = ''] = text.split('%') // Removes a zone such as %eth0 from fe80::1%eth0.
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

/**
 * Matches `203.0.113.7:61598` and `[2001:db8::1]:443`, each optionally in quotes, as Azure, IIS and Fortigate
 * write them.
 */
const addressWithPort = /^"?(?:\[([^\]"]*)\](?::\d*)?|([\d.]+):\d+|([^"]*))"?$/

/** Returns the addresses of an `X-Forwarded-For` header without ports, brackets and quotes. */
export const bareAddresses = (header: string): string =>
  header
    .split(',')
    .map((entry) => {
      const [, bracketed, v4, plain] = addressWithPort.exec(entry.trim()) ?? []
      return bracketed ?? v4 ?? plain ?? ''
    })
    .join(', ')

/**
 * Returns the client's address as the request log shows it: not at all, its /24 or /48 network, or the full
 * address.
 */
export function loggedClient(ip: string, detail: Config['logClient']): string | undefined {
  const parsed = detail === 'none' ? undefined : parseIp(ip)
  if (!parsed || detail === 'full') return parsed?.toString()
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/48`)}/48`
}

/**
 * Returns the network by which rate limits count attempts. For IPv6 this is the /64 network, because a single
 * machine can use any address in it.
 */
function networkOf(ip: Ip): string {
  if (ip.kind() === 'ipv4') return ip.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString()}/64`)}/64`
}

/**
 * Returns a function that checks whether an IP address is in the given addresses and ranges. IPv4-mapped IPv6
 * addresses match IPv4 entries.
 */
export function ipMatcher(ranges: readonly string[]): (ip: string | undefined) => boolean {
  const parsed = ranges.map((range) => {
    if (range.includes('/')) return ipaddr.parseCIDR(range)
    const ip = ipaddr.process(range)
    return [ip, ip.kind() === 'ipv4' ? 32 : 128] as [Ip, number]
  })
  return (text) => {
    const ip = text ? parseIp(text) : undefined
    return (
      ip !== undefined &&
      parsed.some(([network, bits]) => network.kind() === ip.kind() && ip.match([network, bits]))
    )
  }
}

/**
 * Returns the language that the caller prefers (RFC 9110, section 12.5.4), or REEVE_DEFAULT_LANGUAGE if the
 * caller has no preference.
 */
export function preferredLocale(header: string | undefined): Locale {
  const quality = { zh: 0, en: 0 }
  for (const part of (header ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = range.split('-')[0]
    if (language !== 'zh' && language !== 'en') continue
    const q = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
    const value = q === undefined ? 1 : Number(q.slice(2))
    if (value > quality[language]) quality[language] = value
  }
  if (quality.en === quality.zh) return defaults.defaultLocale
  return quality.en > quality.zh ? 'en-US' : 'zh-CN'
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]

export type OpenIdempotentRequest = (
  given: Parameters<typeof openIdempotentRequest>[1],
) => Promise<IdempotentRequest>

interface Call {
  /**
   * The calling account. Null for a request without a token, whose caller is identified by the browser's
   * cookie or by network and user agent.
   */
  accountId: string | null
  token: string | undefined
  operation: string
  body: unknown
}

/**
 * Returns the idempotent request for the Idempotency-Key header, or undefined if the header is missing.
 * Throws the same errors as openIdempotentRequest.
 */
export async function idempotentRequest(
  { headers, info }: Pick<FastifyRequest, 'headers' | 'info'>,
  { token, ...call }: Call,
  open: OpenIdempotentRequest,
): Promise<IdempotentRequest | undefined> {
  const key = headers[idempotencyKeyHeader]
  if (key === undefined) return undefined
  const { browserToken, network, userAgent } = info
  return open({
    ...call,
    key: String(key),
    browser: browserToken ?? `${network} ${userAgent}`,
    credential: token ?? browserToken ?? '',
  })
}

/**
 * Returns the input without the proof of work. A client that gets a challenge repeats the request with a
 * proof. For idempotency, both must count as the same request.
 */
export const withoutProof = (given: unknown): unknown =>
  given && typeof given === 'object' && 'proof' in given ? { ...given, proof: undefined } : given

/**
 * Returns the stored result if a request with the same Idempotency-Key has completed. Otherwise runs the
 * request. If the request has a key, its transaction stores the result.
 */
export async function once<T>(
  request: FastifyRequest,
  { open, ...caller }: Pick<Call, 'accountId' | 'token'> & { open: OpenIdempotentRequest },
  run: (info: RequestInfo) => Promise<T>,
): Promise<T> {
  const { method, routeOptions, params, query, body } = request
  const operation = JSON.stringify([method, routeOptions.url, params, query])
  const idempotent = await idempotentRequest(
    request,
    { ...caller, operation, body: withoutProof(body) },
    open,
  )
  const done = idempotent?.previousResult()
  if (done) return done.result as T
  return run(idempotent ? { ...request.info, idempotent } : request.info)
}
