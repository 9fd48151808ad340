import { presentTerms } from '../../lib/config.ts'
import { stored } from '../../lib/storage.ts'

/** Holds the version that was agreed to. It is this browser's, not an account's: signing out leaves it. */
const key = 'agreed-terms'

/** What this browser has agreed to: the texts as they are, an older version of them, or nothing yet. */
export function agreed(): 'current' | 'older' | null {
  const version = stored.get(key)
  return version === presentTerms().version ? 'current' : version === null ? null : 'older'
}

export const rememberAgreed = (version = presentTerms().version): void => stored.set(key, version)
