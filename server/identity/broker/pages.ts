import type { BrokerError } from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'

// Pages of the console to which a sign-in at a provider leads.

export const accountPage = '/accountInfo/index'

/** Returns the path of the sign-in page. `redirect`: path of the page to open afterwards. */
export const signInPath = (redirect: string | null): string =>
  redirect ? `/login?${new URLSearchParams({ redirect })}` : '/login'

/**
 * Returns the path of the page that explains an error. The error is in the fragment, which browsers do not
 * send to servers.
 */
export function errorPath({
  error,
  key,
  redirect,
  links,
}: {
  error: BrokerError
  key: string
  redirect: string | null
  /** Whether the user links an identity. If so, the page is the account page. */
  links: boolean
}): string {
  const name = links ? 'link_error' : 'broker_error'
  const fragment = new URLSearchParams({ [name]: error, source: key })
  return `${links ? accountPage : signInPath(redirect)}#${fragment}`
}

/** Returns the path and query of a page of the console, or null for any other address. */
export function localPath(redirect: string | null, origin: string): string | null {
  if (!redirect || redirect.length > limits.begun.parameter || !isPath(redirect)) return null
  const url = URL.parse(redirect, origin)
  const path = url?.origin === origin ? url.pathname + url.search : ''
  // Normalizing "/.//example.com" results in "//example.com".
  return isPath(path) ? path : null
}

const isPath = (text: string): boolean => /^\/(?![/\\])[^\p{C}\\]*$/u.test(text)
