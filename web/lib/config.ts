import { legalVersion, type Terms } from '../../contract/legal.ts'
import { type Brand, settleBrand } from '../brand.ts'
import { takeNonce } from './session/nonce.ts'

/** The public configuration of the console, from `GET /config.json`. Contains no secrets. */
interface ConsoleConfig {
  /** Missing while an older server is still running during a rolling upgrade. */
  brand?: Brand
  realm: string
  deployment: 'platform' | 'private'
  /** Missing in an older server, which always allows sign-up. */
  selfRegistration?: boolean
  /** Endpoint for the operation `device`. `null` means this server. */
  deviceServiceUrl: string | null
  /** HTTP method of queries. Mutations always use POST. */
  queryMethod: 'POST' | 'GET'
  trustedOpeners: readonly string[]
  /** Whether passkeys work at the console's public address. */
  passkeys: boolean
  /** Country calling code assumed for phone numbers without one, such as '+86'. */
  callingCode: string
  terms: Terms
  icp: string | null
  policeFiling: string | null
}

let pending: Promise<ConsoleConfig> | undefined
let known: ConsoleConfig | undefined

/** Fetches the configuration once. A failed attempt is not cached, so the next caller retries. */
export function loadConfig(): Promise<ConsoleConfig> {
  pending ??= fetchConfig().catch((error: unknown) => {
    pending = undefined
    throw error
  })
  return pending
}

async function fetchConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  takeNonce(response)
  known = (await response.json()) as ConsoleConfig
  if (known.brand) settleBrand(known.brand)
  return known
}

/** Returns the configuration if it has loaded. The console starts without it rather than not at all. */
export const knownConfig = (): ConsoleConfig | undefined => known

/** Whether people can apply for organizations. A private deployment has exactly one organization. */
export const takesApplications = (): boolean => known?.deployment !== 'private'

export const takesRegistrations = (): boolean => known?.selfRegistration !== false

/** The terms that people accept when they sign in. */
export const presentTerms = (): Terms =>
  known?.terms ?? { version: legalVersion, termsUrl: null, privacyUrl: null }
