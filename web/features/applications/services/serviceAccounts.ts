import { queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'

const serviceAccountsQuery = graphql(`
  query ListServiceAccount($tenantId: ID!) {
    listServiceAccount(tenantId: $tenantId) {
      id clientId name enabled roles authCodes createDateTime
      secrets { id hint createDateTime lastUseDateTime endDateTime }
    }
  }
`)

export type ServiceAccount = ResultOf<typeof serviceAccountsQuery>['listServiceAccount'][number]

export const serviceAccountsOptions = (tenantId: string) =>
  queryOptions({
    queryKey: ['serviceAccounts', tenantId],
    queryFn: async ({ signal }) =>
      (await request(serviceAccountsQuery, { tenantId }, signal)).listServiceAccount,
    // Always stale, because the time of a secret's last use changes without any user action.
    staleTime: 0,
  })
