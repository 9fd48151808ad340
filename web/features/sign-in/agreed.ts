import { presentTerms } from '../../lib/config.ts'
import { stored } from '../../lib/storage.ts'

/**
 * Storage key of the accepted version. The value belongs to the browser, not to an account, so signing out
 * does not remove it.
 */
const key = 'agreed-terms'

/** Whether the current terms, an older version, or nothing has been accepted in this browser. */
export function agreed(): 'current' | 'older' | null {
  const version = stored.get(key)
  return version === presentTerms().version ? 'current' : version === null ? null : 'older'
}

export const rememberAgreed = (version = presentTerms().version): void => stored.set(key, version)
