import { generateSync } from 'otplib'
import { callAs, type SignIn, type Tokens } from './index.ts'
import type { Server } from './server.ts'

/**
 * Returns the code that an authenticator app shows in the current time step or, with a `steps` of 1, in the
 * next one. A time step lasts 30 seconds. The server accepts each code only once, and also accepts the code
 * of the next time step. A test that needs two codes uses the current code and then the next one, so that it
 * does not depend on when a time step ends.
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
