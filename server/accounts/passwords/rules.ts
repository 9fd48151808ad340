import Tinypool from 'tinypool'
import { limits } from '../../../contract/limits.ts'
import { badInput, rateLimited } from '../../core/errors.ts'
import { foldWidth, lengthOf } from '../../core/text.ts'
import { phoneSpellings } from '../phones/phone.ts'
import type { AccountRow } from '../store.ts'
import type { Candidate, Fault } from './strength-worker.ts'

/**
 * Words that an attacker who knows the account's owner would try first, such as the names and the phone
 * number.
 */
export type PersonalWords = Candidate['own']

export const personalWords = (account: AccountRow): PersonalWords => [
  account.name,
  account.username,
  account.first_name,
  account.last_name,
  account.email,
  ...phoneSpellings(account.mobile_phone),
]

/**
 * Estimates the strength of passwords in a worker thread, because an estimate takes up to 60 ms of CPU time.
 * An idle thread terminates, which frees its memory.
 */
const strength = new Tinypool({
  filename: new URL('./strength-worker.ts', import.meta.url).href,
  ...{ minThreads: 0, maxThreads: 1, idleTimeout: 300_000 },
  execArgv: [], // Do not inherit the command-line options of the process.
})
/**
 * Maximum number of passwords that can wait for the worker thread. At 60 ms each, the last one waits six
 * seconds.
 */
const waiting = 100

/**
 * Checks the length of a new password, and that it is not one repeated character. Throws BAD_INPUT for
 * `field`.
 */
export function checkPasswordShape(field: string, plain: string): void {
  const password = foldWidth(plain)
  const length = lengthOf(password)
  const { min, max } = limits.password
  if (length < min) throw badInput({ [field]: ['field.tooShort', { min }] })
  if (length > max) throw badInput({ [field]: ['field.tooLong', { max }] })
  if (new Set(password.toLowerCase()).size === 1) throw badInput({ [field]: ['password.repeated'] })
}

/**
 * Checks a new password against the rules of the specification. Throws BAD_INPUT for `field`, or RATE_LIMITED
 * if too many checks are waiting. The check is expensive, so callers without a session must first verify a
 * code and count the call against the rate limit of the client's network.
 */
export async function checkNewPassword(field: string, plain: string, own: PersonalWords): Promise<void> {
  checkPasswordShape(field, plain)
  if (strength.queueSize >= waiting) throw rateLimited(1)
  const candidate: Candidate = { password: foldWidth(plain), own: [...own] }
  const fault: Fault | null = await strength.run(candidate)
  if (fault) throw badInput({ [field]: [fault] })
}
