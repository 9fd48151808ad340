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

/** One in full, as the answer that makes it shows it. */
export type NewCode = ResultOf<typeof createJoinCode>['createTenantJoinCode']

export type JoinCode = ResultOf<typeof joinCodesQuery>['listTenantJoinCode'][number]

/** The live invitation codes of an organization. */
export const joinCodesOptions = (tenantId: string) =>
  queryOptions({
    queryKey: ['joinCodes', tenantId],
    queryFn: async ({ signal }) => (await request(joinCodesQuery, { tenantId }, signal)).listTenantJoinCode,
    // Others use them meanwhile.
    staleTime: 0,
    refetchInterval: 15_000,
  })

/** In groups of four, so that it can be read out. */
export const spelled = (code: string): string => code.replace(/(.{4})(?=.)/gu, '$1 ')

export const joinLink = (code: string): string => `${window.location.origin}/join/${code}`
