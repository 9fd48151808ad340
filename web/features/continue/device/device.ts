import { type AskingApplication, type Choice, devicePage, type SignedIn } from '../../../lib/continuation.ts'
import { postToRealm } from '../../../lib/realm.ts'

/** What a device asks for whose code was entered. */
export interface DeviceRequest {
  application: AskingApplication
  device: {
    /** As it calls itself. */
    name: string | null
    userAgent: string | null
    ip: string
    /** RFC 3339 */
    asked: string
  }
  /** Seconds in which it can be answered. */
  seconds: number
  account: SignedIn
  scopes: string[]
  /** Where one has to be chosen; empty: none may use the application. */
  organizations?: Choice[]
}

export type DeviceAnswer = { step: 'allow'; tenantId?: string | undefined } | { step: 'decline' }

/** null: there is no such code, or it has ended; without an account: nobody is signed in. */
export const readDevice = (userCode: string) =>
  postToRealm<DeviceRequest | { account: null }>('device', { userCode })

/** null as above. */
export const answerDevice = (userCode: string, answer: DeviceAnswer) =>
  postToRealm<object>('device', { userCode, ...answer })

const length = 8

/** A code as typed or pasted: the letters that codes are of, in two groups of four. */
export const groupDeviceCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^BCDFGHJKLMNPQRSTVWXZ]/g, '')
    .slice(0, length)
    .replace(/^(.{4})(?=.)/, '$1-')

/** The code in what a QR code holds: the address of our page for it, or the code alone; undefined where it is something else. */
export function codeIn(text: string, origin: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.origin !== origin || url.pathname !== devicePage)) return undefined
  const given = url ? (url.searchParams.get('user_code') ?? '') : text.trim()
  const code = groupDeviceCode(given)
  // Nothing but the code: of a longer text some letters would be one, too.
  return isWholeDeviceCode(code) && /^[a-z]{4}-?[a-z]{4}$/i.test(given) ? code : undefined
}

export const isWholeDeviceCode = (code: string): boolean => code.replace('-', '').length === length
