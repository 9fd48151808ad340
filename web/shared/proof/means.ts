import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'

// Without a password there is no day that it was set.
const meansQuery = graphql(`
  query Auth {
    auth { factors { kind } recoveryCodes profile { username mobilePhone passwordChangedTimestamp } }
  }
`)

/** What the account could prove itself by. */
export type Means = ResultOf<typeof meansQuery>['auth']

/** Rejects as request() does. */
export const readMeans = async (): Promise<Means> => (await request(meansQuery)).auth

export type Way = 'password' | 'code' | 'passkey' | 'totp' | 'recovery'

/** How an account proves who it is; with a second factor by that alone. */
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
