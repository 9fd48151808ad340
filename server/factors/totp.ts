import { generateSecret, generateURI, verifySync } from 'otplib'
import { plainCode } from '../core/text.ts'

/**
 * Duration of a time step in seconds. Authenticator apps assume the defaults of RFC 6238: SHA-1, six digits,
 * and 30 seconds.
 */
const period = 30

/** Returns a new random secret of 160 bits in Base32. */
export const newTotpSecret = (): string => generateSecret()

/**
 * Returns the otpauth URI that authenticator apps read from a QR code. `label` is the name of the account in
 * the app.
 */
export const totpUri = (issuer: string, label: string, secret: string): string =>
  generateURI({ issuer, label, secret })

/**
 * Returns the time step of a code. Returns null if the code is wrong, or if its time step is `after` or
 * earlier, so that no code is accepted twice. The code can be 30 seconds early or late (RFC 6238, section
 * 5.2).
 */
export function stepOf(secret: string, code: string, { now, after }: { now: Date; after: number | null }) {
  const token = plainCode(code)
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(now.getTime() / 1_000)
  const result = verifySync({ secret, token, epoch, epochTolerance: period })
  if (!result.valid || !('timeStep' in result)) return null
  return result.timeStep > (after ?? -1) ? result.timeStep : null
}
