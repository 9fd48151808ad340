import type { ListedIdentitySource } from '../../contract/identity-sources.ts'
import { legalVersion, type Terms } from '../../contract/legal.ts'
import { type Brand, settleBrand } from '../brand.ts'
import { takeNonce } from './session/nonce.ts'

/** The public configuration of the console, from `GET /config.json`. It contains no secrets. */
interface ConsoleConfig {
  /** Missing if an older server responds, which happens during a rolling upgrade. */
  brand?: Brand
  realm: string
  deployment: 'platform' | 'private'
  /** Missing if an older server responds. Older servers always allow sign-up. */
  selfRegistration?: boolean
  /** Endpoint to which the operation `device` is sent. `null` means the server that serves the console. */
  deviceServiceUrl: string | null
  /** HTTP method for queries. Mutations always use POST. */
  queryMethod: 'POST' | 'GET'
  trustedOpeners: readonly string[]
  /** Whether passkeys can be used with the console's public URL. */
  passkeys: boolean
  /** Country calling code that is assumed for phone numbers without one, such as '+86'. */
  callingCode: string
  terms: Terms
  /** Missing in the response of an older server. */
  identitySources?: readonly ListedIdentitySource[]
  icp: string | null
  policeFiling: string | null
}

let pending: Promise<ConsoleConfig> | undefined
let known: ConsoleConfig | undefined

/** Fetches the configuration once. A failure is not cached, so the next call retries. */
export function loadConfig(): Promise<ConsoleConfig> {
  pending ??= fetchConfig().catch((error: unknown) => {
    pending = undefined
    throw error
  })
  return pending
}

async function fetchConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json returned status ${response.status}`)
  takeNonce(response)
  known = (await response.json()) as ConsoleConfig
  if (known.brand) settleBrand(known.brand)
  return known
}

/**
 * Returns the configuration, or undefined if it has not been loaded. The console can also start without the
 * configuration.
 */
export const knownConfig = (): ConsoleConfig | undefined => known

/**
 * Whether users can request new organizations. They cannot in a private deployment, which has exactly one
 * organization.
 */
export const takesApplications = (): boolean => known?.deployment !== 'private'

/** The identity sources that the sign-in page offers, in order. */
export const listedSources = (): readonly ListedIdentitySource[] => known?.identitySources ?? []

export const takesRegistrations = (): boolean => known?.selfRegistration !== false

/** The terms that users accept when they sign in. */
export const presentTerms = (): Terms =>
  known?.terms ?? { version: legalVersion, termsUrl: null, privacyUrl: null }
