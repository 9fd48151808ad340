import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'

const sourcesQuery = graphql(`
  query QueryIdentitySource {
    queryIdentitySource {
      id key kind name icon enabled clientId issuer redirectUri loginUrl createDateTime
      settings {
        agentId scopes firstSignIn trustFactor signIns identities failingSince problem problemCode
        tenants { id name }
        accountTenant { id name }
        accountRoles accountAuthCodes
      }
    }
  }
`)

export type Source = ResultOf<typeof sourcesQuery>['queryIdentitySource'][number]

/** All identity sources of the platform with their settings, in the order of the sign-in page. */
export const sourcesOptions = queryOptions({
  queryKey: ['identitySources'],
  queryFn: async ({ signal }) => (await request(sourcesQuery, {}, signal)).queryIdentitySource,
  refetchOnWindowFocus: 'always',
})

/** Returns a function that refreshes the sources after a change. */
export function useSourcesChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries(sourcesOptions)
}

/** `failing`: the sign-in page hides the source. `problem`: its last test or sign-in failed. */
export type SourceState = 'enabled' | 'disabled' | 'failing' | 'problem'

export function stateOf({ enabled, settings }: Pick<Source, 'enabled' | 'settings'>): SourceState {
  if (!enabled) return 'disabled'
  if (settings?.failingSince) return 'failing'
  return settings?.problem ? 'problem' : 'enabled'
}

export const stateTones = { enabled: 'ok', disabled: 'neutral', failing: 'err', problem: 'err' } as const

export const createIdentitySource = graphql(`
  mutation CreateIdentitySource(
    $kind: IdentitySourceKind!, $name: String!, $clientId: String!, $clientSecret: String!, $issuer: String,
    $enabled: Boolean!, $input: IdentitySourceInput
  ) {
    createIdentitySource(
      kind: $kind, name: $name, clientId: $clientId, clientSecret: $clientSecret, issuer: $issuer,
      enabled: $enabled, input: $input
    ) { id }
  }
`)

export const updateIdentitySource = graphql(`
  mutation UpdateIdentitySource(
    $id: ID!, $name: String, $clientId: String, $clientSecret: String, $enabled: Boolean, $input: IdentitySourceInput
  ) {
    updateIdentitySource(
      id: $id, name: $name, clientId: $clientId, clientSecret: $clientSecret, enabled: $enabled, input: $input
    ) { id }
  }
`)

export const deleteIdentitySource = graphql(`
  mutation DeleteIdentitySource($id: ID!) {
    deleteIdentitySource(id: $id)
  }
`)

export const sortIdentitySources = graphql(`
  mutation SortIdentitySources($ids: [ID!]!) {
    sortIdentitySources(ids: $ids) { id }
  }
`)

export const testIdentitySource = graphql(`
  mutation TestIdentitySource(
    $id: ID, $kind: IdentitySourceKind, $clientId: String, $clientSecret: String, $issuer: String, $agentId: String
  ) {
    testIdentitySource(
      id: $id, kind: $kind, clientId: $clientId, clientSecret: $clientSecret, issuer: $issuer, agentId: $agentId
    ) { step status ms host code message field }
  }
`)

export type Check = ResultOf<typeof testIdentitySource>['testIdentitySource'][number]
