import { generateSecret, generateURI, verifySync } from 'otplib'
import { plainCode } from '../core/text.ts'

/** What every authenticator app assumes (RFC 6238 with its defaults): SHA-1, six digits, half a minute. */
const period = 30

/** Base32, 160 bits. */
export const newTotpSecret = (): string => generateSecret()

/** What an authenticator app reads from a QR code. label: whose account it is. */
export const totpUri = (issuer: string, label: string, secret: string): string =>
  generateURI({ issuer, label, secret })

/**
 * The time step that the code is of, where it is right at `now` or half a minute before or after (RFC 6238, 5.2) and
 * newer than the newest that was spent; else null.
 */
export function stepOf(secret: string, code: string, { now, after }: { now: Date; after: number | null }) {
  const token = plainCode(code)
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(now.getTime() / 1_000)
  const result = verifySync({ secret, token, epoch, epochTolerance: period })
  if (!result.valid || !('timeStep' in result)) return null
  return result.timeStep > (after ?? -1) ? result.timeStep : null
}
