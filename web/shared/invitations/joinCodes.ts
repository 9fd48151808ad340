import { queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'

const joinCodesQuery = graphql(`
  query ListTenantJoinCode($tenantId: ID!) {
    listTenantJoinCode(tenantId: $tenantId) {
      id code expireAt usedCount maxUses roles authCodes creator { id name }
    }
  }
`)

export const createJoinCode = graphql(`
  mutation CreateTenantJoinCode(
    $tenantId: ID!, $expireAtByMinute: Int!, $maxUses: Int, $roles: [PalgoRole!], $authCodes: [String!]
  ) {
    createTenantJoinCode(
      tenantId: $tenantId, expireAtByMinute: $expireAtByMinute, maxUses: $maxUses, roles: $roles,
      authCodes: $authCodes
    ) { id code tenantName expireAt maxUses roles authCodes }
  }
`)

export const deleteJoinCode = graphql(`
  mutation DeleteTenantJoinCode($id: ID!) {
    deleteTenantJoinCode(id: $id)
  }
`)

/** Response to the creation of a code. No other response contains the complete code. */
export type NewCode = ResultOf<typeof createJoinCode>['createTenantJoinCode']

export type JoinCode = ResultOf<typeof joinCodesQuery>['listTenantJoinCode'][number]

/** Query options for the valid invitation codes of an organization. */
export const joinCodesOptions = (tenantId: string) =>
  queryOptions({
    queryKey: ['joinCodes', tenantId],
    queryFn: async ({ signal }) => (await request(joinCodesQuery, { tenantId }, signal)).listTenantJoinCode,
    // The list is polled, because people can use the codes while the list is open.
    staleTime: 0,
    refetchInterval: 15_000,
  })

/** Returns a code in groups of four characters, which are easier to read. */
export const spelled = (code: string): string => code.replace(/(.{4})(?=.)/gu, '$1 ')

export const joinLink = (code: string): string => `${window.location.origin}/join/${code}`
