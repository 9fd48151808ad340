import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import type { AuthTenant, Session } from '../../lib/session/session.ts'
import { deviceTodos } from './deviceTodos.ts'
import { type DeviceTodos, runTenants, tenantDevices } from './todos.ts'

const devicesQuery = graphql(
  `
  query GetDeviceFigures($tenantId: ID!) {
    getDeviceFigures(tenantId: $tenantId) { ...DeviceTodos }
  }
`,
  [deviceTodos],
)

/**
 * Maximum number of organizations whose device counts are queried, starting with the last used organization.
 */
const atMost = 6

/**
 * Query options for the device counts of each organization. If the query for one organization fails, its
 * result is null, and the panel shows an error for it. The rest of the page still works.
 */
const devicesOptions = (tenantIds: readonly string[]) =>
  queryOptions({
    queryKey: ['todos', 'devices', tenantIds],
    queryFn: ({ signal }): Promise<(ResultOf<typeof devicesQuery>['getDeviceFigures'] | null)[]> =>
      Promise.all(
        tenantIds.map((tenantId) =>
          request(devicesQuery, { tenantId }, signal).then(
            ({ getDeviceFigures }) => getDeviceFigures,
            () => null,
          ),
        ),
      ),
    // Fetched each time the page is opened, and not refetched while it is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/**
 * Returns the device counts of the organizations that the viewer owns or manages, starting with the last used
 * organization. Suspends until the counts have loaded.
 */
export function useOwnDevices(session: Session) {
  const isLast = ({ id }: AuthTenant) => Number(id === session.auth.lastTenantId)
  const looked = runTenants(session)
    .filter(({ status, statistics }) => status === 'FINISH' && statistics.deviceCount > 0)
    .toSorted((a, b) => isLast(b) - isLast(a))
    .slice(0, atMost)
  const { data, refetch } = useSuspenseQuery(devicesOptions(looked.map(({ id }) => id)))
  return {
    devices: looked.map(
      (tenant, index): DeviceTodos => ({ tenant, figures: data[index], list: tenantDevices }),
    ),
    failed: data.includes(null),
    retry: refetch,
  }
}
