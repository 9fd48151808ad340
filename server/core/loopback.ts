import ipaddr from 'ipaddr.js'

/** Is what has this host name out of reach for other machines? */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const bare = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}
