import * as http from 'node:http'
import { Agent } from 'node:https'

export interface OutgoingProxy {
  url: string
  /** Hosts to which requests are sent directly, in the syntax of NO_PROXY. */
  except: string
}

/** Node.js 24.14 and newer have this function, but @types/node lacks it. */
const forFetch = http as { setGlobalProxyFromEnv?(env: Record<string, string>): void }

let proxy: OutgoingProxy | null = null
let shared: Agent | undefined

const local = 'localhost,127.0.0.1,::1'

/**
 * Sets the proxy for outgoing HTTPS requests. If `given` is null, the requests are sent directly. Must be
 * called before the first request. The proxy for fetch() applies to the whole Node.js process.
 */
export function useProxy(given: OutgoingProxy | null): void {
  proxy = given && { ...given, except: `${local},${given.except}` }
  shared?.destroy()
  shared = undefined
  if (proxy) forFetch.setGlobalProxyFromEnv?.({ HTTPS_PROXY: proxy.url, NO_PROXY: proxy.except })
}

/**
 * Returns the agent that sends requests through the proxy, or undefined if requests to the URL are sent
 * directly.
 */
export function proxyAgent(url: URL): Agent | undefined {
  if (!proxy || url.protocol !== 'https:' || isExcepted(url, proxy.except)) return undefined
  shared ??= new Agent({ keepAlive: true, proxyEnv: { HTTPS_PROXY: proxy.url } })
  return shared
}

/**
 * Whether the URL matches an entry of `except`: `*`, a host name that covers its subdomains, or an IP
 * address, each with or without a port.
 */
function isExcepted({ hostname, port }: URL, except: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return except
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = entry, onPort] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
      if (onPort && onPort !== (port || '443') && !name.includes(':')) return false
      const bare = (name.includes(':') ? entry.toLowerCase() : name).replace(/^\*?\./, '')
      return bare === '*' || host === bare || host.endsWith(`.${bare}`)
    })
}
