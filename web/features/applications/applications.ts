import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { applicationRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf, request, type VariablesOf } from '../../lib/graphql.ts'
import { auditKey } from '../../shared/audit/events.ts'
import type { RowsOf } from '../../shared/list/search-params.ts'

const applicationRow = graphql(`
  fragment RegisteredApplication on Application {
    id clientId kind name icon firstParty enabled createDateTime jwks
    tenants { id name }
    secrets { id hint createDateTime lastUseDateTime endDateTime }
  }
`)

const applicationsQuery = graphql(
  `
  query QueryApplication($first: Int!, $pageSize: Int!, $after: String, $q: String, $kind: ApplicationKind) {
    queryApplication(first: $first, pageSize: $pageSize, after: $after, q: $q, kind: $kind) {
      count countExact next
      data { ...RegisteredApplication }
    }
  }
`,
  [applicationRow],
)

const countsQuery = graphql(`
  query ApplicationCounts($q: String) {
    all: queryApplication(pageSize: 1, q: $q) { count countExact }
    SERVER: queryApplication(pageSize: 1, q: $q, kind: SERVER) { count countExact }
    SINGLE_PAGE: queryApplication(pageSize: 1, q: $q, kind: SINGLE_PAGE) { count countExact }
    NATIVE: queryApplication(pageSize: 1, q: $q, kind: NATIVE) { count countExact }
    DEVICE: queryApplication(pageSize: 1, q: $q, kind: DEVICE) { count countExact }
    SERVICE: queryApplication(pageSize: 1, q: $q, kind: SERVICE) { count countExact }
  }
`)

const applicationQuery = graphql(
  `
  query GetApplication($id: ID!) {
    getApplication(id: $id) {
      ...RegisteredApplication
      redirectUris postLogoutRedirectUris backchannelLogoutUri policyUri tosUri origins scopes resources
      requirePkce signingAlg groupsTemplate
      viewerCan { changeRecipients }
    }
  }
`,
  [applicationRow],
)

export type ApplicationRow = ResultOf<typeof applicationRow>
export type Application = NonNullable<ResultOf<typeof applicationQuery>['getApplication']>
export type Kind = ApplicationRow['kind']
export const hasSecret = (kind: Kind): boolean => kind === 'SERVER' || kind === 'SERVICE'
export const hasRedirects = (kind: Kind): boolean => kind !== 'DEVICE' && kind !== 'SERVICE'

export const detailPath = '/all-management/application-management/$id'

export const applicationVariables = (
  listQuery: RowsOf<typeof applicationRules>,
): VariablesOf<typeof applicationsQuery> => ({
  first: listQuery.first,
  pageSize: listQuery.size,
  ...(listQuery.after && { after: listQuery.after }),
  ...(listQuery.filters.q && { q: listQuery.filters.q }),
  ...(listQuery.filters.kind && { kind: listQuery.filters.kind as Kind }),
})

export const applicationsOptions = (variables: VariablesOf<typeof applicationsQuery>) =>
  queryOptions({
    queryKey: ['applications', variables],
    queryFn: async ({ signal }) => (await request(applicationsQuery, variables, signal)).queryApplication,
    placeholderData: keepPreviousData,
  })

/** Number of applications of each kind that match `q`. */
export const countsOptions = (q: string) =>
  queryOptions({
    queryKey: ['applications', 'counts', q],
    queryFn: ({ signal }) => request(countsQuery, { q }, signal),
    placeholderData: keepPreviousData,
  })

/** null if the application does not exist. */
export const applicationOptions = (id: string) =>
  queryOptions({
    queryKey: ['application', id],
    queryFn: async ({ signal }) => (await request(applicationQuery, { id }, signal)).getApplication,
  })

/** Refreshes lists, pages and timelines after a change. */
export function useApplicationsChanged() {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [['applications'], ['application'], ['serviceAccounts'], auditKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  }
}
