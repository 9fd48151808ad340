import { tabStored } from './storage.ts'

/** What somebody who signs in to an application is asked next. */
export interface Continuation {
  step: 'login' | 'organization' | 'consent'
  application: AskingApplication
  /** The host that one returns to. */
  returnsTo: string | null
  /** Who is signed in in this browser. */
  account: SignedIn | null
  /** They have to prove anew who they are. */
  again: boolean
  /** Who the application thinks it is: a phone, a user name. */
  loginHint: string | null
  /** Language tags with spaces between. */
  uiLocales: string | null
  organizations?: Organization[]
  /** Of these, the one that is entered, where the application gets to know it, and what its data permissions are called. */
  tenantId?: string
  permissions?: string[]
  scopes?: string[]
  /** Those that were allowed before. */
  allowed?: string[]
}

export interface AskingApplication {
  name: string
  firstParty: boolean
  /** A path of this server. */
  icon: string | null
  /** Pages of its own: its privacy policy and its terms of service. */
  policyUri: string | null
  tosUri: string | null
}

export interface SignedIn {
  id: string
  name: string
  username: string | null
  mobilePhone: string | null
  email: string | null
  passwordChangeRequired: boolean
  /** They have to set up a second factor. */
  factorRequired: boolean
}

export interface Choice {
  id: string
  name: string
  personal: boolean
  /** The application is for its members. */
  usable: boolean
  role: 'OWNER' | 'MANAGER' | 'MEMBER'
  deviceCount: number
}

/** As the page of the choice knows them. */
export interface Organization extends Choice {
  /** The one that was chosen last. */
  last: boolean
  /** Of one that is not usable: whom to ask. */
  owner: string | null
}

export type Answer =
  | { step: 'login' | 'consent' | 'decline' }
  | { step: 'organization'; tenantId: string; remember: boolean }

/** The path of a sign-in that goes on at this page: its one parameter; null for any other path. */
export const continuationAt = (path: unknown): string | null =>
  (typeof path === 'string' && /^\/continue\/([\w-]{20,64})$/.exec(path)?.[1]) || null

/** Where the code from a device's screen is entered. */
export const devicePage = '/device'

/** Somebody is sent to what they have to do first; the path to go on at afterwards. */
export const keepContinuation = (path: string): void => tabStored.set('continuation', path)

/** The path to go on at, once; null where nothing waits. */
export function takeContinuation(): string | null {
  const path = tabStored.get('continuation')
  tabStored.remove('continuation')
  return path && (continuationAt(path) || path.startsWith(`${devicePage}?`)) ? path : null
}
