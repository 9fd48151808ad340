import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Locale } from '../../contract/errors.ts'
import { required } from '../../contract/required.ts'
import type { Config } from '../config.ts'
import { type KeyedCall, keyHeader, type openKeyed } from '../core/idempotency/keyed.ts'
import { defaults } from '../core/process/defaults.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import { isPosition } from '../db/standby/standby.ts'
import { readBrowserToken } from '../sessions/known-browsers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestInfo
    /** Who calls, where a route asks before it takes the body. */
    viewer: Viewer | null
  }
}

/** Of a route that only the signed-in get to. */
export const callerOf = ({ viewer, info }: Pick<FastifyRequest, 'viewer' | 'info'>) => ({
  viewer: required(viewer, 'viewer'),
  request: info,
})

/** secure: the console is reached over TLS. */
export function requestInfo(request: FastifyRequest, secure: boolean): RequestInfo {
  // What a proxy says may be no IP address at all; then its own counts.
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

/** None of ours is none: then the primary is read. */
const positionOf = (given: unknown): string | null => (isPosition(given) ? given : null)

type Ip = ipaddr.IPv4 | ipaddr.IPv6

function parseIp(text: string): Ip | undefined {
  const [bare = ''] = text.split('%') // fe80::1%eth0
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

/** `203.0.113.7:61598`, `[2001:db8::1]:443`, each in quotes or not, as Azure, IIS and Fortigate write them. */
const addressWithPort = /^"?(?:\[([^\]"]*)\](?::\d*)?|([\d.]+):\d+|([^"]*))"?$/

/** Returns the value of an `X-Forwarded-For` header with ports, brackets and quotes removed from its addresses. */
export const bareAddresses = (header: string): string =>
  header
    .split(',')
    .map((entry) => {
      const [, bracketed, v4, plain] = addressWithPort.exec(entry.trim()) ?? []
      return bracketed ?? v4 ?? plain ?? ''
    })
    .join(', ')

/** Returns the address for the request log: nothing, its /24 or /48 network, or all of it. */
export function loggedClient(ip: string, detail: Config['logClient']): string | undefined {
  const parsed = detail === 'none' ? undefined : parseIp(ip)
  if (!parsed || detail === 'full') return parsed?.toString()
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/48`)}/48`
}

/** One household or machine has a whole /64 of IPv6 to choose addresses from. */
function networkOf(ip: Ip): string {
  if (ip.kind() === 'ipv4') return ip.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString()}/64`)}/64`
}

/** Whether an IP address is in one of the listed ones and ranges, in either spelling of IPv4. */
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

/** Returns the language that the caller prefers (RFC 9110, 12.5.4); that of REEVE_DEFAULT_LANGUAGE without a preference. */
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

export type OpenKeyed = (given: Parameters<typeof openKeyed>[1]) => Promise<KeyedCall>

interface Call {
  /** Whose call it is: null of one without a token, which is its browser's. */
  accountId: string | null
  token: string | undefined
  operation: string
  body: unknown
}

/** The call's Idempotency-Key with what it stands for; undefined where none came. Throws as openKeyed does. */
export async function keyedCall(
  { headers, info }: Pick<FastifyRequest, 'headers' | 'info'>,
  { token, ...call }: Call,
  open: OpenKeyed,
): Promise<KeyedCall | undefined> {
  const key = headers[keyHeader]
  if (key === undefined) return undefined
  const { browserToken, network, userAgent } = info
  return open({
    ...call,
    key: String(key),
    browser: browserToken ?? `${network} ${userAgent}`,
    held: token ?? browserToken ?? '',
  })
}

/** Work that pays for a call says nothing of what is asked: whoever is asked for it sends the same call with it. */
export const withoutProof = (given: unknown): unknown =>
  given && typeof given === 'object' && 'proof' in given ? { ...given, proof: undefined } : given

/** Answers what the call's key stands for; else runs it, with the key for what it does in its transaction. */
export async function once<T>(
  request: FastifyRequest,
  { open, ...caller }: Pick<Call, 'accountId' | 'token'> & { open: OpenKeyed },
  run: (info: RequestInfo) => Promise<T>,
): Promise<T> {
  const { method, routeOptions, params, query, body } = request
  const operation = JSON.stringify([method, routeOptions.url, params, query])
  const keyed = await keyedCall(request, { ...caller, operation, body: withoutProof(body) }, open)
  const done = keyed?.before()
  if (done) return done.result as T
  return run(keyed ? { ...request.info, keyed } : request.info)
}
