import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'

// passwordChangedTimestamp is null if the account has no password.
const meansQuery = graphql(`
  query Auth {
    auth { factors { kind } recoveryCodes profile { username mobilePhone passwordChangedTimestamp } }
  }
`)

/** The credentials of the account. */
export type Means = ResultOf<typeof meansQuery>['auth']

/** Rejects like request(). */
export const readMeans = async (): Promise<Means> => (await request(meansQuery)).auth

export type Way = 'password' | 'code' | 'passkey' | 'totp' | 'recovery'

/** Returns the methods of fresh proof. An account with a second factor can only use that. */
export function waysOf({ factors, recoveryCodes, profile }: Means): Way[] {
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
