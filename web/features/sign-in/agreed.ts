import { presentTerms } from '../../lib/config.ts'
import { stored } from '../../lib/storage.ts'

/**
 * Storage key of the accepted version of the terms. The value applies to the browser and not to an account,
 * so signing out does not remove it.
 */
const key = 'agreed-terms'

/**
 * Returns which version of the terms has been accepted in this browser: the current version, an older
 * version, or null if the terms have never been accepted.
 */
export function agreed(): 'current' | 'older' | null {
  const version = stored.get(key)
  return version === presentTerms().version ? 'current' : version === null ? null : 'older'
}

export const rememberAgreed = (version = presentTerms().version): void => stored.set(key, version)
