import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'

// `passwordChangedTimestamp` is null if the account has no password.
const credentialsQuery = graphql(`
  query Auth {
    auth {
      factors { kind }
      recoveryCodes
      identities { source { key enabled } }
      profile { username mobilePhone passwordChangedTimestamp }
    }
  }
`)

/** The credentials with which the user can verify their identity. */
export type Credentials = ResultOf<typeof credentialsQuery>['auth']

/** Fetches the account's credentials. Rejects like request(). */
export const readCredentials = async (): Promise<Credentials> => (await request(credentialsQuery)).auth

export type ProofMethod = 'password' | 'code' | 'passkey' | 'totp' | 'recovery'

/**
 * Returns the methods with which the user can verify their identity. If the account has a second factor, only
 * second factors are returned.
 */
export function methodsOf({ factors, recoveryCodes, profile }: Credentials): ProofMethod[] {
  const has = (wanted: string) => factors.some(({ kind }) => kind === wanted)
  if (factors.length)
    return [
      ...(has('PASSKEY') && hasPasskeys() ? (['passkey'] as const) : []),
      ...(has('TOTP') ? (['totp'] as const) : []),
      ...(recoveryCodes ? (['recovery'] as const) : []),
    ]
  return [
    ...(profile.passwordChangedTimestamp !== null ? (['password'] as const) : []),
    ...(profile.mobilePhone ? (['code'] as const) : []),
  ]
}
