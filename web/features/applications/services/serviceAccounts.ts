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
    // The data is always stale, because the time at which a secret was last used changes without any action
    // in the console.
    staleTime: 0,
  })
