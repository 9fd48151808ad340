import { tabStored } from './storage.ts'

/** State of a sign-in to an application, with its next step. */
export interface Continuation {
  step: 'login' | 'organization' | 'consent'
  application: RequestingApplication
  /** Host of the application's redirect URI. */
  returnsTo: string | null
  /** The account that is signed in in this browser. */
  account: SignedIn | null
  /** Whether the user must sign in again although a session exists. */
  again: boolean
  /** Whether the application requires a different account from the one that is signed in. */
  otherAccount: boolean
  /** The login hint that the application sent: a phone number or username. */
  loginHint: string | null
  /** Preferred languages as language tags separated by spaces. */
  uiLocales: string | null
  organizations?: Organization[]
  /**
   * The chosen organization, if it is passed to the application, and the labels of the user's data
   * permissions in it.
   */
  tenantId?: string
  permissions?: string[]
  scopes?: string[]
  /** Scopes that the user has already granted. */
  allowed?: string[]
}

export interface RequestingApplication {
  name: string
  firstParty: boolean
  /** Path of the icon on this server. */
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
  /** Whether the account must set up a second factor first. */
  factorRequired: boolean
}

export interface Choice {
  id: string
  name: string
  personal: boolean
  /** Whether members of the organization can use the application. */
  usable: boolean
  role: 'OWNER' | 'MANAGER' | 'MEMBER'
  deviceCount: number
}

/** An organization, with the details that the organization picker shows. */
export interface Organization extends Choice {
  /** Whether this organization was chosen last time. */
  last: boolean
  /** Name of the owner to contact if the organization is not usable. */
  owner: string | null
}

export type Answer =
  | { step: 'login' | 'consent' | 'decline' }
  | { step: 'organization'; tenantId: string; remember: boolean }

/** Returns the interaction id of a /continue path, or null for any other path. */
export const continuationAt = (path: unknown): string | null =>
  (typeof path === 'string' && /^\/continue\/([\w-]{20,64})$/.exec(path)?.[1]) || null

/** Path of the page on which people enter the code that a device shows. */
export const devicePage = '/device'

/** Stores the path to return to after the user has completed a required step. */
export const keepContinuation = (path: string): void => tabStored.set('continuation', path)

/** Returns the stored path once and clears it. Returns null if none exists. */
export function takeContinuation(): string | null {
  const path = tabStored.get('continuation')
  tabStored.remove('continuation')
  return path && (continuationAt(path) || path.startsWith(`${devicePage}?`)) ? path : null
}
