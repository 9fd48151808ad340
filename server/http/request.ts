import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Locale } from '../../contract/errors.ts'
import type { RequestInfo } from '../core/request.ts'
import { readBrowserToken } from '../sessions/known-browsers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestInfo
  }
}

/** secure: the console is reached over TLS. */
export function requestInfo(request: FastifyRequest, secure: boolean): RequestInfo {
  // What a proxy says may be no address at all; then its own counts.
  const address = parseAddress(request.ip) ?? parseAddress(request.socket.remoteAddress ?? '')
  return {
    id: request.id,
    locale: preferredLocale(request.headers['accept-language']),
    ip: address?.toString() ?? '',
    network: address ? networkOf(address) : '',
    userAgent: request.headers['user-agent']?.slice(0, 512),
    browserToken: readBrowserToken(request.headers.cookie, secure),
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

function parseAddress(text: string): Address | undefined {
  const [bare = ''] = text.split('%') // fe80::1%eth0
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

/** One household or machine has a whole /64 of IPv6 to choose addresses from. */
function networkOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`)}/64`
}

/** Whether an address is in one of the listed addresses and ranges, in either spelling of IPv4. */
export function addressMatcher(ranges: readonly string[]): (address: string | undefined) => boolean {
  const parsed = ranges.map((range) => {
    if (range.includes('/')) return ipaddr.parseCIDR(range)
    const address = ipaddr.process(range)
    return [address, address.kind() === 'ipv4' ? 32 : 128] as [Address, number]
  })
  return (text) => {
    const address = text ? parseAddress(text) : undefined
    return (
      address !== undefined &&
      parsed.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]))
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
