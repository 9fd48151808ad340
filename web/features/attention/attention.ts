import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import type { AuthTenant, Session } from '../../lib/session/session.ts'
import { ahead, type DeviceMatters, runTenants, tenantDevices } from '../../matters/matters.ts'

const devicesQuery = graphql(`
  query DeviceMatters($tenantId: ID!, $now: DateTime!, $soon: DateTime!) {
    expiring: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED]
      minExpiredDate: $now, maxExpiredDate: $soon, sort: EXPIRED_DATE
    ) { count data { name expiredDate } }
    lost: queryDevice(pageSize: 1, tenantId: $tenantId, offlineCause: LOST_DAY, sort: LAST_SEEN) {
      count data { name lastSeenDateTime }
    }
    refused: queryDevice(pageSize: 1, tenantId: $tenantId, offlineCause: REFUSED) { count }
  }
`)

/** Whose devices are looked at: few calls, the organization that one was last in before others. */
const atMost = 6

/** What could not be asked is null: its panel says so, and the page stands. */
const devicesOptions = (tenantIds: readonly string[]) =>
  queryOptions({
    queryKey: ['devices', 'attention', tenantIds],
    queryFn: ({ signal }): Promise<(ResultOf<typeof devicesQuery> | null)[]> => {
      const now = Date.now()
      const dates = { now: new Date(now).toISOString(), soon: new Date(now + ahead).toISOString() }
      return Promise.all(
        tenantIds.map((tenantId) => request(devicesQuery, { tenantId, ...dates }, signal).catch(() => null)),
      )
    },
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
    devices: looked.map((tenant, index): DeviceMatters => ({ tenant, ...data[index], list: tenantDevices })),
    failed: data.includes(null),
    retry: refetch,
  }
}
