import { legalVersion, type Terms } from '../../contract/legal.ts'
import { type Brand, settleBrand } from '../brand.ts'
import { takeNonce } from './session/nonce.ts'

/** The configuration that the server gives every console: `GET /config.json`. Holds no secret. */
interface ConsoleConfig {
  /** None of a server of the release before, beside which this console runs while servers are replaced. */
  brand?: Brand
  realm: string
  deployment: 'platform' | 'private'
  /** Absent from a server of the release before, where people can always sign up. */
  selfRegistration?: boolean
  /** Where the operation named `device` goes; null: this server. */
  deviceServiceUrl: string | null
  /** How queries are sent; mutations are always posted. */
  queryMethod: 'POST' | 'GET'
  trustedOpeners: readonly string[]
  /** Whether the address that people reach the console by has passkeys. */
  passkeys: boolean
  /** Of phone numbers written without one: '+86'. */
  callingCode: string
  terms: Terms
  icp: string | null
  policeFiling: string | null
}

let pending: Promise<ConsoleConfig> | undefined
let known: ConsoleConfig | undefined

/** Fetched once; a failed try is forgotten, so that the next caller tries again. */
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

/** The configuration where it has arrived; the console starts without it rather than not at all. */
export const knownConfig = (): ConsoleConfig | undefined => known

/** A private deployment has one organization for good: none is applied for or created. */
export const takesApplications = (): boolean => known?.deployment !== 'private'

/** Whether people can create accounts themselves. */
export const takesRegistrations = (): boolean => known?.selfRegistration !== false

/** What whoever signs in here agrees to. */
export const presentTerms = (): Terms =>
  known?.terms ?? { version: legalVersion, termsUrl: null, privacyUrl: null }
