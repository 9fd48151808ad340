import Tinypool from 'tinypool'
import { limits } from '../../../contract/limits.ts'
import { badInput, rateLimited } from '../../core/errors.ts'
import { foldWidth, lengthOf } from '../../core/text.ts'
import { phoneSpellings } from '../phones/phone.ts'
import type { AccountRow } from '../store.ts'
import type { Candidate, Fault } from './strength-worker.ts'

/** Names and numbers of the account: somebody who knows it would try them first. */
export type OwnWords = Candidate['own']

export const ownWords = (account: AccountRow): OwnWords => [
  account.name,
  account.username,
  account.first_name,
  account.last_name,
  account.email,
  ...phoneSpellings(account.mobile_phone),
]

/** The strength estimate takes up to 60 ms of CPU, so it runs in a worker thread. An idle thread ends and frees its memory. */
const strength = new Tinypool({
  filename: new URL('./strength-worker.ts', import.meta.url).href,
  ...{ minThreads: 0, maxThreads: 1, idleTimeout: 300_000 },
  execArgv: [], // not those of the process
})
/** Passwords that wait for the thread. At 60 ms each, the last one waits for six seconds. */
const waiting = 100

/** Checks the length of a new password and that it does not repeat one character. Throws BAD_INPUT for `field`. */
export function checkPasswordShape(field: string, plain: string): void {
  const password = foldWidth(plain)
  const length = lengthOf(password)
  const { min, max } = limits.password
  if (length < min) throw badInput({ [field]: ['field.tooShort', { min }] })
  if (length > max) throw badInput({ [field]: ['field.tooLong', { max }] })
  if (new Set(password.toLowerCase()).size === 1) throw badInput({ [field]: ['password.repeated'] })
}

/**
 * Checks the rules of contract.md for a new password. Throws BAD_INPUT for `field`, RATE_LIMITED if too many passwords wait.
 * The check is costly: a caller without a session must have shown a code and have room in a limit of their network.
 */
export async function checkNewPassword(field: string, plain: string, own: OwnWords): Promise<void> {
  checkPasswordShape(field, plain)
  if (strength.queueSize >= waiting) throw rateLimited(1)
  const candidate: Candidate = { password: foldWidth(plain), own: [...own] }
  const fault: Fault | null = await strength.run(candidate)
  if (fault) throw badInput({ [field]: [fault] })
}
