import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import type { MessageKey } from '../../../contract/errors.ts'

/** Rules for the network addresses to which webhooks can be sent. */
export interface Addresses {
  /**
   * Returns a DNS lookup function for Node.js that omits forbidden addresses, so that connections use only
   * addresses that were checked.
   */
  lookupFor(protocol: string): LookupFunction
  /**
   * Whether the URL is allowed if its host is an IP address, for which Node.js does not call the lookup
   * function. Returns true for host names.
   */
  allowsHost(url: URL): boolean
  /** Returns the reason why requests to the URL are currently impossible, or null if they are possible. */
  faultOf(url: URL): Promise<MessageKey | null>
}

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

/**
 * Whether the address is public. Private, local, shared and documentation addresses are not public, nor are
 * transition addresses that lead to them: https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' &&
  (address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast))

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Creates the rules. `networks` lists private addresses and CIDR ranges to which webhooks can be sent, even
 * with http:. Only tests replace `resolve`.
 */
export function createAddresses(
  networks: readonly string[],
  resolve: (name: string, options: LookupAllOptions, done: LookupCallback) => void = lookup,
): Addresses {
  const ranges = networks.map((network) =>
    network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.parse(network), ipaddr.parse(network).toByteArray().length * 8] as const),
  )

  function allows(protocol: string, text: string): boolean {
    const address = ipaddr.process(text.replace(/%.*$/, ''))
    const named = ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
    )
    return named || (protocol === 'https:' && isPublic(address))
  }

  const lookupFor =
    (protocol: string): LookupFunction =>
    (hostname, options, done) => {
      resolve(hostname, { ...options, all: true }, (error, found) => {
        const allowed = (found ?? []).filter(({ address }) => allows(protocol, address))
        const [first] = allowed
        if (error || !first) done(error ?? new AddressRefused(), '')
        else if (options.all) (done as (error: null, all: LookupAddress[]) => void)(null, allowed)
        else done(null, first.address, first.family)
      })
    }

  const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
  const allowsHost = (url: URL): boolean => !isIP(hostOf(url)) || allows(url.protocol, hostOf(url))

  return {
    lookupFor,
    allowsHost,
    async faultOf(url) {
      if (!allowsHost(url)) return 'webhook.address'
      if (isIP(hostOf(url))) return null
      const look = promisify(lookupFor(url.protocol)) as (host: string, options: object) => Promise<unknown>
      return look(url.hostname, {}).then(
        () => null,
        (error) => (error instanceof AddressRefused ? 'webhook.address' : 'webhook.unknownHost'),
      )
    },
  }
}

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly code = 'ADDRESS_REFUSED'
}
