import { queryOptions } from '@tanstack/react-query'
import { memberRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { listSource } from '../../shared/list/listSource.ts'

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

/** The list of members of the organization `tenantId`. */
export const members = listSource({
  rules: memberRules,
  queryKey: ['members'],
  document: membersQuery,
  field: 'queryOperator',
  variables({ filters, sort }, tenantId: string) {
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
    }
  },
  // The query returns each account's membership in this organization.
  context: (tenantId) => ({ tenantId }),
})

const memberQuery = graphql(
  `
  query QueryOperator($tenantId: ID!, $tenantIdSet: [ID!], $idSet: [ID!]) {
    queryOperator(tenantIdSet: $tenantIdSet, idSet: $idSet, pageSize: 1) { data { ...MemberRow } }
  }
`,
  [memberRow],
)

/** Query options for one member. The data is null if the account is not a member of the organization. */
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

/** Returns the member's display name in the organization or, if it is not set, the account's name. */
export const nameOf = (row: { name: string; member: { displayName: string | null } | null }): string =>
  row.member?.displayName || row.name

/**
 * Whether the member is the owner or a manager. Owners and managers hold every permission, so their
 * permissions cannot be granted or revoked.
 */
export const leads = ({ member }: MemberRow): boolean => Boolean(member?.owner || member?.manager)

/**
 * Returns a function that checks whether the viewer can promote a member to manager (`manager` is true) or
 * demote a manager (`manager` is false).
 */
export const canBecome =
  (manager: boolean) =>
  ({ member }: MemberRow): boolean =>
    Boolean(manager ? member?.viewerCan.makeManager : member?.viewerCan.unmakeManager)
