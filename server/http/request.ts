import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Locale } from '../../contract/errors.ts'
import type { RequestInfo } from '../core/request.ts'
import { isPosition } from '../db/standby/standby.ts'
import { readBrowserToken } from '../sessions/known-browsers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestInfo
  }
}

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

/** Chinese, unless English is preferred; RFC 9110, 12.5.4. */
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
  return quality.en > quality.zh ? 'en-US' : 'zh-CN'
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
