import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { applicationRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { auditKey } from '../../shared/audit/events.ts'
import { listSource } from '../../shared/list/listSource.ts'

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

export const applications = listSource({
  rules: applicationRules,
  queryKey: ['applications'],
  document: applicationsQuery,
  field: 'queryApplication',
  variables: ({ filters: { q, kind } }) => ({ ...(q && { q }), ...(kind && { kind }) }),
})

/** Query options for an application by id. The data is null if the application does not exist. */
export const applicationOptions = (id: string) =>
  queryOptions({
    queryKey: ['application', id],
    queryFn: async ({ signal }) => (await request(applicationQuery, { id }, signal)).getApplication,
  })

/** Returns a function that refetches lists, application pages and audit logs after a change. */
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
