import {
  type Choice,
  devicePage,
  type RequestingApplication,
  type SignedIn,
} from '../../../lib/continuation.ts'
import { postToRealm } from '../../../lib/realm.ts'

/** The device authorization request that belongs to an entered code. */
export interface DeviceRequest {
  application: RequestingApplication
  device: {
    /** The name that the device reports. */
    name: string | null
    userAgent: string | null
    ip: string
    /** Time of the request (RFC 3339). */
    asked: string
  }
  /** Seconds until the request expires. */
  seconds: number
  account: SignedIn
  scopes: string[]
  /**
   * The organizations from which the user must choose, or undefined if no choice is needed. Empty if no
   * organization can use the application.
   */
  organizations?: Choice[]
}

export type DeviceAnswer = { step: 'allow'; tenantId?: string | undefined } | { step: 'decline' }

/**
 * Looks up the device authorization request of a code. Returns null if the code is unknown or has expired.
 * `account` is null if nobody is signed in.
 */
export const readDevice = (userCode: string) =>
  postToRealm<DeviceRequest | { account: null }>('device', { userCode })

/** Sends the user's decision. Returns null if the code is unknown or has expired. */
export const answerDevice = (userCode: string, answer: DeviceAnswer) =>
  postToRealm<object>('device', { userCode, ...answer })

const length = 8

/** Formats a typed or pasted code as two groups of four letters. */
export const groupDeviceCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^BCDFGHJKLMNPQRSTVWXZ]/g, '')
    .slice(0, length)
    .replace(/^(.{4})(?=.)/, '$1-')

/**
 * Extracts the user code from scanned text, which is either a URL of the device page or the code itself.
 * Returns undefined for any other text.
 */
export function codeIn(text: string, origin: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.origin !== origin || url.pathname !== devicePage)) return undefined
  const typed = url ? (url.searchParams.get('user_code') ?? '') : text.trim()
  const code = groupDeviceCode(typed)
  // The code must be the whole text, because a part of a longer text could look like a code.
  return isWholeDeviceCode(code) && /^[a-z]{4}-?[a-z]{4}$/i.test(typed) ? code : undefined
}

export const isWholeDeviceCode = (code: string): boolean => code.replace('-', '').length === length
