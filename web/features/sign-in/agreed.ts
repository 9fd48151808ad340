import { stored } from '../../lib/storage.ts'
import { legalVersion } from './legal/version.ts'

/** Holds the version that was agreed to. It is this browser's, not an account's: signing out leaves it. */
const key = 'agreed-terms'

/** What this browser has agreed to: the texts as they are, an older version of them, or nothing yet. */
export function agreed(): 'current' | 'older' | null {
  const version = stored.get(key)
  return version === legalVersion ? 'current' : version === null ? null : 'older'
}

export const rememberAgreed = (): void => stored.set(key, legalVersion)
