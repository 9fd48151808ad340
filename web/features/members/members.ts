import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { memberRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf, request, type VariablesOf } from '../../lib/graphql.ts'
import type { RowsOf } from '../../shared/list/search-params.ts'

const memberRow = graphql(`
  fragment MemberRow on Operator {
    id name
    profile { username mobilePhone enabled createdTimestamp lastSignInDateTime }
    member(tenantId: $tenantId) {
      displayName owner manager secondFactor joinDateTime lastSignInDateTime roles authCodes
      viewerCan { remove setPermissions rename makeManager unmakeManager makeOwner }
    }
  }
`)

const membersQuery = graphql(
  `
  query QueryOperator(
    $tenantId: ID!, $tenantIdSet: [ID!], $first: Int!, $pageSize: Int!, $after: String, $name: String, $loginId: String,
    $enabled: Boolean, $manager: Boolean, $roleSet: [PalgoRole!], $authCodeSet: [String!], $joinCodeId: ID,
    $sorts: [OperatorSort!], $matching: Boolean = false
  ) {
    queryOperator(
      tenantIdSet: $tenantIdSet, first: $first, pageSize: $pageSize, after: $after, name: $name, loginId: $loginId,
      enabled: $enabled, manager: $manager, roleSet: $roleSet, authCodeSet: $authCodeSet, joinCodeId: $joinCodeId,
      sorts: $sorts
    ) {
      count countExact next
      data { ...MemberRow }
      ids @include(if: $matching)
    }
  }
`,
  [memberRow],
)

export type MemberRow = ResultOf<typeof membersQuery>['queryOperator']['data'][number]

type ListQuery = RowsOf<typeof memberRules>

/** Returns the arguments of queryOperator. */
export const memberFilter = (tenantId: string, { filters, sort }: Pick<ListQuery, 'filters' | 'sort'>) => {
  const { name, loginId, identity, role, code, enabled, invitation } = filters
  return {
    tenantIdSet: [tenantId],
    ...(name && { name }),
    ...(loginId && { loginId }),
    ...(identity && { manager: identity === 'manager' }),
    ...(role && { roleSet: [role] }),
    ...(code && { authCodeSet: [code] }),
    ...(enabled && { enabled: enabled === 'true' }),
    ...(invitation && { joinCodeId: invitation }),
    ...(sort && { sorts: [sort] }),
  } satisfies Partial<VariablesOf<typeof membersQuery>>
}

/** One page of an organization's members. */
export const membersOptions = (tenantId: string, listQuery: ListQuery) => {
  const variables: VariablesOf<typeof membersQuery> = {
    ...memberFilter(tenantId, listQuery),
    tenantId,
    first: listQuery.first,
    pageSize: listQuery.size,
    ...(listQuery.after && { after: listQuery.after }),
  }
  return queryOptions({
    queryKey: ['members', variables],
    queryFn: async ({ signal }) => (await request(membersQuery, variables, signal)).queryOperator,
    placeholderData: keepPreviousData,
  })
}

const memberQuery = graphql(
  `
  query QueryOperator($tenantId: ID!, $tenantIdSet: [ID!], $idSet: [ID!]) {
    queryOperator(tenantIdSet: $tenantIdSet, idSet: $idSet, pageSize: 1) { data { ...MemberRow } }
  }
`,
  [memberRow],
)

/** One member. null if the account is not a member. */
export const memberOptions = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['members', 'one', tenantId, id],
    queryFn: async ({ signal }) => {
      const { queryOperator } = await request(
        memberQuery,
        { tenantId, tenantIdSet: [tenantId], idSet: [id] },
        signal,
      )
      return queryOperator.data[0] ?? null
    },
  })

/** Returns the ids of all rows that match now, or null if there are more than the limit. */
export async function memberIds(tenantId: string, listQuery: Pick<ListQuery, 'filters' | 'sort'>) {
  const variables = { ...memberFilter(tenantId, listQuery), tenantId, first: 0, pageSize: 1, matching: true }
  return (await request(membersQuery, variables)).queryOperator.ids ?? null
}

/** Returns the member's display name in this organization. */
export const nameOf = (row: { name: string; member: { displayName: string | null } | null }): string =>
  row.member?.displayName || row.name

/**
 * Whether the member is the owner or a manager, who hold every permission. These cannot be granted or
 * revoked.
 */
export const leads = ({ member }: MemberRow): boolean => Boolean(member?.owner || member?.manager)

/** Whether the viewer can promote the member to manager, or demote it. */
export const canBecome =
  (manager: boolean) =>
  ({ member }: MemberRow): boolean =>
    Boolean(manager ? member?.viewerCan.makeManager : member?.viewerCan.unmakeManager)
