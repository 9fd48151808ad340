import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { tenantRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { queryKeys } from '../../lib/queryKeys.ts'
import { refreshSession } from '../../lib/session/session.ts'
import { endOfDay, startOfDay } from '../../lib/time/days.ts'
import { auditKey } from '../../shared/audit/events.ts'
import { listSource } from '../../shared/list/listSource.ts'

const tenantRow = graphql(`
  fragment TenantRow on Tenant {
    id name status reject expireAt uploadAudit internal address reference createDateTime modifyDateTime
    owner { id name profile { mobilePhone } }
    contact { name mobilePhone email }
    areas { id name children { id name children { id name } } }
    statistics { operatorCount managerCount deviceCount onlineDeviceCount }
    viewerCan { edit administer enter delete }
  }
`)

const listQuery = graphql(
  `
  query QueryTenant(
    $first: Int!, $pageSize: Int!, $after: String, $q: String, $mobilePhone: String, $statusSet: [TenantStatus!],
    $minCreateDateTime: DateTime, $maxCreateDateTime: DateTime, $maxExpireAt: DateTime, $internal: Boolean,
    $matching: Boolean = false
  ) {
    queryTenant(
      first: $first, pageSize: $pageSize, after: $after, q: $q, mobilePhone: $mobilePhone, statusSet: $statusSet,
      minCreateDateTime: $minCreateDateTime, maxCreateDateTime: $maxCreateDateTime, maxExpireAt: $maxExpireAt,
      internal: $internal
    ) {
      count countExact next
      data { ...TenantRow }
      ids @include(if: $matching)
    }
  }
`,
  [tenantRow],
)

const oneQuery = graphql(
  `
  query GetTenant($id: ID!) {
    getTenant(id: $id) {
      ...TenantRow
      personal
      creator { id name }
      managers { id name profile { mobilePhone enabled } }
    }
  }
`,
  [tenantRow],
)

export type TenantRow = ResultOf<typeof listQuery>['queryTenant']['data'][number]
export type TenantDetail = NonNullable<ResultOf<typeof oneQuery>['getTenant']>

/** Returns the end of the day in `days` days, in the viewer's time zone. */
function daysAhead(days: number): string {
  const end = new Date()
  end.setDate(end.getDate() + days)
  return new Date(end.setHours(23, 59, 59, 999)).toISOString()
}

const tenantsKey = ['tenants'] as const

export const allTenants = listSource({
  rules: tenantRules,
  queryKey: tenantsKey,
  document: listQuery,
  field: 'queryTenant',
  variables({ filters: { q, status, mobilePhone, expiry, internal, from, to } }) {
    const minCreateDateTime = startOfDay(from)?.toISOString()
    const maxCreateDateTime = endOfDay(to)?.toISOString()
    return {
      ...(q && { q }),
      ...(mobilePhone && { mobilePhone }),
      // A filter by expiry excludes organizations that have already expired, unless a status is chosen.
      ...(status ? { statusSet: [status] } : expiry && { statusSet: ['FINISH' as const] }),
      ...(expiry && { maxExpireAt: daysAhead(Number(expiry)) }),
      ...(internal && { internal: internal === 'true' }),
      ...(minCreateDateTime && { minCreateDateTime }),
      ...(maxCreateDateTime && { maxCreateDateTime }),
    }
  },
})

/**
 * Query options for an organization by id. The data is null if the organization does not exist or is a
 * personal space.
 */
export const tenantOptions = (id: string) =>
  queryOptions({
    queryKey: [...tenantsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { getTenant } = await request(oneQuery, { id }, signal)
      return getTenant?.personal ? null : getTenant
    },
  })

/**
 * Returns a function that refetches all data about organizations and the viewer's own memberships after a
 * change.
 */
export function useTenantsChanged() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: tenantsKey }),
      client.invalidateQueries({ queryKey: queryKeys.tenant }),
      client.invalidateQueries({ queryKey: auditKey }),
      // `refreshSession` does not throw, so a failed refresh does not look like a failed change.
      refreshSession(),
    ])
  }
}

export const createTenant = graphql(`
  mutation CreateTenant(
    $name: String!, $areaIds: [ID!]!, $contact: ContactInput!, $reference: String, $expireAt: DateTime,
    $ownerId: ID!, $address: String, $uploadAudit: Boolean!, $internal: Boolean!
  ) {
    createTenant(
      name: $name, areaIds: $areaIds, contact: $contact, reference: $reference, expireAt: $expireAt,
      ownerId: $ownerId, address: $address, uploadAudit: $uploadAudit, internal: $internal
    ) { id name }
  }
`)

export const updateTenant = graphql(`
  mutation UpdateTenant(
    $id: ID!, $name: String!, $areaIds: [ID!]!, $contact: ContactInput!, $address: String, $expireAt: DateTime,
    $uploadAudit: Boolean!, $ownerId: ID, $internal: Boolean, $reference: String
  ) {
    updateTenant(
      id: $id, name: $name, areaIds: $areaIds, contact: $contact, address: $address, expireAt: $expireAt,
      uploadAudit: $uploadAudit, ownerId: $ownerId, internal: $internal, reference: $reference
    ) { id }
  }
`)

export const extendTenants = graphql(`
  mutation ExtendTenants($ids: [ID!]!, $expireAt: DateTime, $preview: Boolean!) {
    extendTenants(ids: $ids, expireAt: $expireAt, preview: $preview) {
      tenant { id name status expireAt } expireAt result
    }
  }
`)

export const extendByMonths = graphql(`
  mutation ExtendTenants($ids: [ID!]!, $months: Int!, $timeZone: String!, $preview: Boolean!) {
    extendTenants(ids: $ids, months: $months, timeZone: $timeZone, preview: $preview) {
      tenant { id name status expireAt } expireAt result
    }
  }
`)

export const deleteTenant = graphql(`
  mutation DeleteTenant($id: ID!) { deleteTenant(id: $id) }
`)
