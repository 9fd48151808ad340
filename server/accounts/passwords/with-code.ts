import { limits } from '../../../contract/limits.ts'
import type { RequestInfo } from '../../core/request.ts'
import { type CheckedCode, returnTry } from '../codes.ts'
import type { AccountCalls } from '../services.ts'
import { checkNewPassword, type OwnWords } from './rules.ts'

/**
 * Checks the strength of a password whose sender has shown the right code. Throws BAD_INPUT, or RATE_LIMITED if the network
 * has used its limit. A refused password does not use up a try of the code.
 */
export async function judgePassword(
  { db, services, request }: AccountCalls & { request: RequestInfo },
  code: CheckedCode,
  { password, own }: { password: string; own: OwnWords },
): Promise<void> {
  await services.limiter.take(db.query, {
    kind: 'password.new',
    who: request.network,
    max: limits.newPasswords.perHour,
    window: 3_600,
    perNetwork: true,
  })
  try {
    await checkNewPassword('password', password, own)
  } catch (error) {
    await returnTry(db.query, code)
    throw error
  }
}
