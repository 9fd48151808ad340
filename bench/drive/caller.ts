import { setTimeout as pause } from 'node:timers/promises'
import { ask, assertOk, refresh, signIn } from '../../scripts/lib/caller.ts'
import { adminName, password } from './reeve.ts'

/** Age in milliseconds at which an access token is renewed. Access tokens expire after five minutes. */
const renewAfter = 200_000

interface Tokens {
  access_token: string
  refresh_token: string
}

export const signInAs = (url: string, username: string): Promise<Tokens> =>
  assertOk(signIn(url, username, password))

export const refreshTokens = (url: string, token: string): Promise<Tokens> => assertOk(refresh(url, token))

/** A client that sends requests as the signed-in administrator. */
export interface Caller {
  /** Sends a GraphQL request and returns the value of its first field. Throws if the response has errors. */
  // biome-ignore lint/suspicious/noExplicitAny: The document determines the fields.
  ask(query: string, variables?: Record<string, unknown>): Promise<any>
  /** Returns the headers of authenticated requests to endpoints other than GraphQL. */
  headers(): Record<string, string>
  /** Renews the access token if it would expire during the next round. */
  renew(): Promise<void>
}

export async function signInAdmin(url: string): Promise<Caller> {
  let token = ''
  let renewedAt = Number.NEGATIVE_INFINITY
  const renew = async () => {
    if (performance.now() - renewedAt < renewAfter) return
    token = (await signInAs(url, adminName)).access_token
    renewedAt = performance.now()
    await pause(20)
  }
  await renew()
  return {
    headers: () => ({ authorization: `Bearer ${token}` }),
    renew,
    ask: (query, variables = {}) => assertOk(ask(url, token, query, variables)),
  }
}

/** Accepts the terms, as the console requires at the first sign-in. */
export async function agree({ ask }: Pick<Caller, 'ask'>): Promise<void> {
  const { termsToAgree } = await ask('{ auth { termsToAgree { version } } }')
  if (termsToAgree) await ask(`mutation { agreeToTerms(version: "${termsToAgree.version}") { id } }`)
}
