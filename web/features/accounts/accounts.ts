import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Locale } from '../../../contract/errors.ts'
import { accountRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { refreshSession, useSession } from '../../lib/session/session.ts'
import { auditKey } from '../../shared/audit/events.ts'
import { listSource } from '../../shared/list/listSource.ts'

const accountRow = graphql(`
  fragment AccountRow on Operator {
    id name admin
    authInfo { authCodes }
    profile { username mobilePhone email enabled passwordChangeRequired createdTimestamp }
    viewerCan { update changePhone resetPassword disable enable endSessions seeSessions grant appoint dismiss close }
    closing { dateTime }
  }
`)

const accountsQuery = graphql(
  `
  query QueryOperator(
    $first: Int!, $pageSize: Int!, $after: String, $tenantIdSet: [ID!], $name: String, $tenantName: String, $loginId: String,
    $enabled: Boolean, $sorts: [OperatorSort!], $matching: Boolean = false
  ) {
    queryOperator(
      first: $first, pageSize: $pageSize, after: $after, tenantIdSet: $tenantIdSet, name: $name, tenantName: $tenantName,
      loginId: $loginId, enabled: $enabled, sorts: $sorts
    ) {
      count countExact next
      data { ...AccountRow }
      ids @include(if: $matching)
    }
  }
`,
  [accountRow],
)

const accountQuery = graphql(
  `
  query GetOperator($id: ID!) {
    getOperator(id: $id) {
      ...AccountRow
      authInfo { tenantInfos { tenantId displayName owner manager joinDateTime } }
      profile {
        firstName lastName emailVerified
        sessions { id ip userAgent startDateTime lastAccessDateTime bound current identitySource { name } }
      }
      identities { id name createDateTime lastUseDateTime source { name kind icon } }
      tenants { id name status }
      factorState { has reset { askedBy { id name } askedDateTime removalDateTime viewerAsked } }
    }
  }
`,
  [accountRow],
)

const authCodesQuery = graphql(`
  query ListAuthCode {
    listAuthCode(scope: PLATFORM) { code label description }
  }
`)

export type AccountRow = ResultOf<typeof accountRow>
export type Account = NonNullable<ResultOf<typeof accountQuery>['getOperator']>

export const accounts = listSource({
  rules: accountRules,
  queryKey: ['accounts'],
  document: accountsQuery,
  field: 'queryOperator',
  variables: ({ filters: { name, loginId, enabled, tenant, tenantName }, sort }) => ({
    ...(name && { name }),
    ...(loginId && { loginId }),
    ...(tenant && { tenantIdSet: [tenant] }),
    ...(tenantName && { tenantName }),
    ...(enabled && { enabled: enabled === 'true' }),
    ...(sort && { sorts: [sort] }),
  }),
})

/** Query options for an account by id. The data is null if the account does not exist. */
export const accountDetailOptions = (id: string) =>
  queryOptions({
    queryKey: ['accountDetail', id],
    queryFn: async ({ signal }) => (await request(accountQuery, { id }, signal)).getOperator,
  })

/** Query options for the labels of the platform permissions, in the given language. */
export const platformCodeOptions = (locale: Locale) =>
  queryOptions({
    queryKey: ['platformAuthCodes', locale],
    queryFn: async ({ signal }) => (await request(authCodesQuery, {}, signal)).listAuthCode,
    staleTime: 600_000,
  })

/**
 * Returns a function that refetches lists, account pages and audit logs after a change. If the viewer's own
 * account has changed, it also refreshes the layout.
 */
export function useAccountsChanged() {
  const client = useQueryClient()
  const { auth } = useSession()
  return async (ids: readonly string[] = []) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['accounts'] }),
      client.invalidateQueries({ queryKey: ['accountDetail'] }),
      client.invalidateQueries({ queryKey: auditKey }),
      ids.includes(auth.id) && refreshSession(),
    ])
  }
}
