import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { palgoRoles } from '../../../contract/states.ts'
import { graphql, type ResultOf, request, type VariablesOf } from '../../lib/graphql.ts'
import type { Filters, ListAddress, ListRules } from '../../list/address.ts'

export const memberRow = graphql(`
  fragment MemberRow on Operator {
    id name
    profile { username mobilePhone enabled createdTimestamp }
    member(tenantId: $tenantId) {
      displayName owner manager joinDateTime roles authCodes
      viewerCan { remove setPermissions rename makeManager unmakeManager makeOwner }
    }
  }
`)

const membersQuery = graphql(
  `
  query QueryOperator(
    $tenantId: ID!, $tenantIdSet: [ID!], $first: Int!, $pageSize: Int!, $name: String, $loginId: String,
    $enabled: Boolean, $manager: Boolean, $roleSet: [PalgoRole!], $authCodeSet: [String!], $joinCodeId: ID,
    $sorts: [OperatorSort!]
  ) {
    queryOperator(
      tenantIdSet: $tenantIdSet, first: $first, pageSize: $pageSize, name: $name, loginId: $loginId,
      enabled: $enabled, manager: $manager, roleSet: $roleSet, authCodeSet: $authCodeSet, joinCodeId: $joinCodeId,
      sorts: $sorts
    ) {
      count countExact
      data { ...MemberRow }
    }
  }
`,
  [memberRow],
)

export type MemberRow = ResultOf<typeof membersQuery>['queryOperator']['data'][number]

const filters = {
  name: 'search',
  loginId: 'search',
  identity: ['manager', 'member'],
  role: palgoRoles,
  code: 'text',
  enabled: ['true', 'false'],
  invitation: 'text',
} as const

export const memberRules = {
  filters,
  sorts: ['NAME', 'USERNAME', 'CREATED_TIMESTAMP', 'JOIN_DATE_TIME'],
} as const satisfies ListRules<typeof filters, string>

type Address = Pick<ListAddress<typeof filters, (typeof memberRules.sorts)[number]>, 'size' | 'sort'> & {
  filters: Filters<typeof filters>
  first: number
}

/** What queryOperator is asked with. */
export const memberFilter = (tenantId: string, address: Pick<Address, 'filters' | 'sort'>) => {
  const { name, loginId, identity, role, code, enabled, invitation } = address.filters
  return {
    tenantIdSet: [tenantId],
    ...(name && { name }),
    ...(loginId && { loginId }),
    ...(identity && { manager: identity === 'manager' }),
    ...(role && { roleSet: [role] }),
    ...(code && { authCodeSet: [code] }),
    ...(enabled && { enabled: enabled === 'true' }),
    ...(invitation && { joinCodeId: invitation }),
    ...(address.sort && { sorts: [address.sort] }),
  } satisfies Partial<VariablesOf<typeof membersQuery>>
}

/** One page of an organization's members. */
export const membersOptions = (tenantId: string, address: Address) => {
  const variables: VariablesOf<typeof membersQuery> = {
    ...memberFilter(tenantId, address),
    tenantId,
    first: address.first,
    pageSize: address.size,
  }
  return queryOptions({
    queryKey: ['members', variables],
    queryFn: async ({ signal }) => (await request(membersQuery, variables, signal)).queryOperator,
    placeholderData: keepPreviousData,
  })
}

/** What a member is called here. */
export const nameOf = (row: { name: string; member: { displayName: string | null } | null }): string =>
  row.member?.displayName || row.name

/** Owner and managers hold everything and nobody gives or takes it. */
export const leads = ({ member }: MemberRow): boolean => Boolean(member?.owner || member?.manager)
