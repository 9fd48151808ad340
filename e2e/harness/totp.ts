import { generateSync } from 'otplib'

/** What an authenticator app shows, `steps` half minutes from now: each of them can be used once. */
export const totp = (secret: string, steps = 0): string =>
  generateSync({ secret: secret.replace(/\s/g, ''), epoch: Math.floor(Date.now() / 1_000) + steps * 30 })
