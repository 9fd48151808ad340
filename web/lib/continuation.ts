import { tabStored } from './storage.ts'

/** State of a sign-in to an OAuth application, with its next step. */
export interface Continuation {
  step: 'login' | 'organization' | 'consent'
  application: RequestingApplication
  /** Host of the application's redirect URI. */
  returnsTo: string | null
  /** The account that is signed in to this browser. */
  account: SignedIn | null
  /** Whether the user must sign in again, although a session exists. */
  again: boolean
  /** Whether the application requests an account other than the one that is signed in. */
  otherAccount: boolean
  /** The login hint from the authorization request: a phone number or username. */
  loginHint: string | null
  /**
   * Key of the identity source that the application requested. Missing in the response of an older server.
   */
  idpHint?: string | null
  /** The user's preferred languages, from the authorization request: language tags separated by spaces. */
  uiLocales: string | null
  organizations?: Organization[]
  /**
   * The chosen organization, if the application receives it, and the labels of the data permissions that the
   * user has there.
   */
  tenantId?: string
  permissions?: string[]
  scopes?: string[]
  /** Scopes that the user has already granted to the application. */
  allowed?: string[]
}

export interface RequestingApplication {
  name: string
  firstParty: boolean
  /** Path of the application's icon on this server. */
  icon: string | null
  /** URLs of the application's own privacy policy and terms of service. */
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
  /** Whether the account must set up a second factor before the sign-in continues. */
  factorRequired: boolean
}

export interface Choice {
  id: string
  name: string
  personal: boolean
  /** Whether members of the organization can use this application. */
  usable: boolean
  role: 'OWNER' | 'MANAGER' | 'MEMBER'
  deviceCount: number
}

/** An organization, with the details that the organization picker shows. */
export interface Organization extends Choice {
  /** Whether the user chose this organization last time. */
  last: boolean
  /** Name of the organization's owner, whom the user can contact if the organization is not usable. */
  owner: string | null
}

export type Answer =
  | { step: 'login' | 'consent' | 'decline' }
  | { step: 'organization'; tenantId: string; remember: boolean }

/** Returns the interaction id of a /continue path, or null for any other path. */
export const continuationAt = (path: unknown): string | null =>
  (typeof path === 'string' && /^\/continue\/([\w-]{20,64})$/.exec(path)?.[1]) || null

/** Path of the page on which users enter the code that a device shows. */
export const devicePage = '/device'

/**
 * Stores the path of a sign-in page. The user returns to this page after a required step, such as setting up
 * a second factor.
 */
export const keepContinuation = (path: string): void => tabStored.set('continuation', path)

/** Returns the stored path and removes it from storage. Returns null if no path is stored. */
export function takeContinuation(): string | null {
  const path = tabStored.get('continuation')
  tabStored.remove('continuation')
  return path && (continuationAt(path) || path.startsWith(`${devicePage}?`)) ? path : null
}
