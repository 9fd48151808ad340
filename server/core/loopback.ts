import ipaddr from 'ipaddr.js'

/** Whether the host name is a loopback address, which other machines cannot reach. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const bare = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}
