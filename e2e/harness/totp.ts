import { generateSync } from 'otplib'

/**
 * What an authenticator app shows, `steps` half minutes from now. Each can be used once: a test takes the present one
 * first and the next one then, which the server takes as well, so that no half minute that ends meanwhile spoils it.
 */
export const totp = (secret: string, steps: 0 | 1 = 0): string =>
  generateSync({ secret: secret.replace(/\s/g, ''), epoch: Math.floor(Date.now() / 1_000) + steps * 30 })
