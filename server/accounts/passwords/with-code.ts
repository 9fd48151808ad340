import { limits } from '../../../contract/limits.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { AccountCalls } from '../calls.ts'
import { type CheckedCode, refundCodeAttempt } from '../codes.ts'
import { checkNewPassword, type PersonalWords } from './rules.ts'

/**
 * Checks the strength of a password after the caller has entered the correct code. If the password is
 * rejected, the attempt at the code is refunded. Throws BAD_INPUT, or RATE_LIMITED if the network has reached
 * its limit.
 */
export async function checkPasswordWithCode(
  { db, services, request }: AccountCalls & { request: RequestInfo },
  code: CheckedCode,
  { password, own }: { password: string; own: PersonalWords },
): Promise<void> {
  await services.limiter.take(db.query, {
    kind: 'password.new',
    subject: request.network,
    max: limits.newPasswords.perHour,
    window: 3_600,
    perNetwork: true,
  })
  try {
    await checkNewPassword('password', password, own)
  } catch (error) {
    await refundCodeAttempt(db.query, code)
    throw error
  }
}
