import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Locale } from '../../../contract/errors.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { queryKeys } from '../../lib/queryKeys.ts'
import { refreshSession } from '../../lib/session/session.ts'

const accountQuery = graphql(`
  query Auth {
    auth {
      id
      name
      admin
      authInfo { authCodes }
      factors { id kind name createDateTime lastUsedDateTime }
      recoveryCodes
      factorRemoval
      agreements { document version dateTime }
      identities { id name createDateTime lastUseDateTime source { key name kind icon enabled } }
      consents { applicationId name icon scopes createDateTime }
      profile {
        username firstName lastName mobilePhone email emailVerified createdTimestamp
        sessions { id ip userAgent startDateTime lastAccessDateTime bound current identitySource { name } }
      }
    }
  }
`)

export type Account = ResultOf<typeof accountQuery>['auth']
/** Query options for the viewer's account, with all data that its page shows. */
export const accountOptions = queryOptions({
  queryKey: queryKeys.account,
  queryFn: async ({ signal }) => (await request(accountQuery, {}, signal)).auth,
})

const authCodeQuery = graphql(`
  query ListAuthCode {
    listAuthCode(scope: PLATFORM) { code label description }
  }
`)

/** Query options for the labels of the platform permissions, in the given language. */
export const authCodeOptions = (locale: Locale) =>
  queryOptions({
    queryKey: ['authCode', locale],
    queryFn: async ({ signal }) => (await request(authCodeQuery, {}, signal)).listAuthCode,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Returns a function that refetches the account page and the layout (name, session role) after a change. A
 * failed refetch is ignored, because the change itself has succeeded.
 */
export function useAccountChanged() {
  const client = useQueryClient()
  return () => Promise.all([client.invalidateQueries(accountOptions), refreshSession()])
}
