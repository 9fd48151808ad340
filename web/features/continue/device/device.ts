import type { AskingApplication, Choice, SignedIn } from '../../../lib/continuation.ts'
import { tellRealm } from '../../../lib/realm.ts'

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
  tellRealm<DeviceRequest | { account: null }>('device', { userCode })

/** null as above. */
export const answerDevice = (userCode: string, answer: DeviceAnswer) =>
  tellRealm<object>('device', { userCode, ...answer })

const length = 8

/** A code as typed or pasted: the letters that codes are of, in two groups of four. */
export const groupDeviceCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^BCDFGHJKLMNPQRSTVWXZ]/g, '')
    .slice(0, length)
    .replace(/^(.{4})(?=.)/, '$1-')

export const isWholeDeviceCode = (code: string): boolean => code.replace('-', '').length === length
