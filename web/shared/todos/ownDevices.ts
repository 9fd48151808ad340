import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import type { AuthTenant, Session } from '../../lib/session/session.ts'
import { deviceTodos } from './devices.ts'
import { type DeviceTodos, runTenants, tenantDevices } from './todos.ts'

const devicesQuery = graphql(
  `
  query GetDeviceFigures($tenantId: ID!) {
    getDeviceFigures(tenantId: $tenantId) { ...DeviceTodos }
  }
`,
  [deviceTodos],
)

/** Whose devices are looked at: few calls, the organization that one was last in before others. */
const atMost = 6

/** What could not be asked is null: its panel says so, and the page stands. */
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
    // Asked anew at each visit, and not while somebody is on the page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The devices of the organizations that one runs, the one that was entered last first; whoever shows it waits for the answer. */
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
