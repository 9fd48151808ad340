import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { queryKeys } from '../../lib/queryKeys.ts'
import { refreshSession, useSession } from '../../lib/session/session.ts'
import { auditKey } from '../../shared/audit/events.ts'

const tenantQuery = graphql(`
  query GetTenant($id: ID!) {
    getTenant(id: $id) {
      id name status expireAt uploadAudit internal factorRequired address createDateTime modifyDateTime
      owner { id name member(tenantId: $id) { displayName } }
      contact { name mobilePhone email }
      areas { id name children { id name children { id name } } }
      statistics { operatorCount managerCount deviceCount onlineDeviceCount }
      viewerCan {
        edit rename administer delete invite manageMembers manageManagers createMembers handOver leave requireFactor
      }
    }
  }
`)

export type Tenant = NonNullable<ResultOf<typeof tenantQuery>['getTenant']>

/**
 * Query options for the organization whose members are managed. The data is null if the viewer can no longer
 * read the organization.
 */
export const tenantOptions = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.tenant, id],
    queryFn: async ({ signal }) => (await request(tenantQuery, { id }, signal)).getTenant,
  })

/** Returns the current organization, or undefined until it has loaded. */
export const useTenant = () => useQuery(tenantOptions(useSession().tenantId)).data

/**
 * Returns a function that refetches the data of the organization's pages after a change. `own` means that the
 * change also affects the viewer's own membership.
 */
export function useTenantChanged() {
  const client = useQueryClient()
  return ({ own = false } = {}) =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.tenant }),
      client.invalidateQueries({ queryKey: ['members'] }),
      client.invalidateQueries({ queryKey: queryKeys.account }),
      client.invalidateQueries({ queryKey: auditKey }),
      own && refreshSession(),
    ])
}
