import * as http from 'node:http'
import { Agent } from 'node:https'

export interface OutgoingProxy {
  url: string
  /** Hosts that are called directly, in the syntax of NO_PROXY. */
  except: string
}

/** Node 24.14 and newer have it; @types/node lacks it. */
const forFetch = http as { setGlobalProxyFromEnv?(env: Record<string, string>): void }

let proxy: OutgoingProxy | null = null
let shared: Agent | undefined

const local = 'localhost,127.0.0.1,::1'

/** Sends outgoing HTTPS through a proxy: set once, before the first call. fetch() takes it from the process. */
export function useProxy(given: OutgoingProxy | null): void {
  proxy = given && { ...given, except: `${local},${given.except}` }
  shared?.destroy()
  shared = undefined
  if (proxy) forFetch.setGlobalProxyFromEnv?.({ HTTPS_PROXY: proxy.url, NO_PROXY: proxy.except })
}

/** Returns the agent for calls through the proxy; undefined if the URL is called directly. */
export function proxyAgent(url: URL): Agent | undefined {
  if (!proxy || url.protocol !== 'https:' || isExcepted(url, proxy.except)) return undefined
  shared ??= new Agent({ keepAlive: true, proxyEnv: { HTTPS_PROXY: proxy.url } })
  return shared
}

/** An entry is `*`, a host name that covers its subdomains, or an IP address; each with a port or without. */
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
