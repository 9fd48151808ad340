import { legalVersion, type Terms } from '../../contract/legal.ts'
import { type Brand, settleBrand } from '../brand.ts'
import { takeNonce } from './session/nonce.ts'

/** The public configuration of the console, from `GET /config.json`. Contains no secrets. */
interface ConsoleConfig {
  /** Missing in the response of an older server during a rolling upgrade. */
  brand?: Brand
  realm: string
  deployment: 'platform' | 'private'
  /** Missing in the response of an older server, which always allows sign-up. */
  selfRegistration?: boolean
  /** Endpoint for the operation `device`. `null` means this server. */
  deviceServiceUrl: string | null
  /** HTTP method of queries. Mutations always use POST. */
  queryMethod: 'POST' | 'GET'
  trustedOpeners: readonly string[]
  /** Whether passkeys can be used with the console's public URL. */
  passkeys: boolean
  /** Country calling code, such as '+86', assumed for phone numbers without a country code. */
  callingCode: string
  terms: Terms
  icp: string | null
  policeFiling: string | null
}

let pending: Promise<ConsoleConfig> | undefined
let known: ConsoleConfig | undefined

/** Fetches the configuration once. A failure is not cached, so the next caller retries. */
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

/** Returns the configuration, or undefined if it could not be loaded. The console then starts without it. */
export const knownConfig = (): ConsoleConfig | undefined => known

/** Whether people can request new organizations. A private deployment has exactly one organization. */
export const takesApplications = (): boolean => known?.deployment !== 'private'

export const takesRegistrations = (): boolean => known?.selfRegistration !== false

/** The terms that people accept when they sign in. */
export const presentTerms = (): Terms =>
  known?.terms ?? { version: legalVersion, termsUrl: null, privacyUrl: null }
