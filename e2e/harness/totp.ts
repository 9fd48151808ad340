import { generateSync } from 'otplib'
import { callAs, type SignIn, type Tokens } from './index.ts'
import type { Server } from './server.ts'

/**
 * Returns the code that an authenticator app shows `steps` half minutes from now. The server accepts each code once, and
 * also the next code. A test that needs two codes uses the present one first and then the next one, so it does not
 * depend on when a half minute ends.
 */
export const totp = (secret: string, steps: 0 | 1 = 0): string =>
  generateSync({ secret: secret.replace(/\s/g, ''), epoch: Math.floor(Date.now() / 1_000) + steps * 30 })

/** Adds an authenticator app to the account, through the API. */
export async function addAuthenticatorApp(
  server: Server,
  owner: SignIn | Tokens,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { createTotp } = await callAs(server, owner, 'mutation { createTotp { setUp secret } }')
  const { setUp, secret } = createTotp
  const { confirmTotp } = await callAs(
    server,
    owner,
    `mutation ($setUp: String!, $code: String!) { confirmTotp(setUp: $setUp, code: $code, name: "手机") { recoveryCodes } }`,
    { setUp, code: totp(secret) },
  )
  return { secret, recoveryCodes: confirmTotp.recoveryCodes }
}
