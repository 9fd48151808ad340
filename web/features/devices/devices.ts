import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { deviceRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { endOfDay, startOfDay } from '../../lib/time/days.ts'
import type { Filters, RowsOf } from '../../shared/list/search-params.ts'

export const deviceRow = graphql(`
  fragment DeviceRow on Device {
    id name status contactName contactMobilePhone businessMan specification
    tenant { id name }
    customer { name }
    currentConnect { ip address connectDateTime status }
    lastSeenDateTime versionMap produceDate expiredDate createDateTime
    viewerCan { manage statuses }
  }
`)

const devicesQuery = graphql(
  `
  query QueryDevice(
    $first: Int!, $pageSize: Int!, $after: String, $id: ID, $tenantId: ID, $minCreateDateTime: DateTime,
    $maxCreateDateTime: DateTime, $statusSet: [DeviceStatus!], $q: String, $connectStatus: ConnectStatus,
    $minExpiredDate: DateTime, $maxExpiredDate: DateTime, $offlineCause: DeviceOfflineCause, $areaId: ID,
    $sort: DeviceSort, $matching: Boolean = false
  ) {
    queryDevice(
      first: $first, pageSize: $pageSize, after: $after, id: $id, tenantId: $tenantId, minCreateDateTime: $minCreateDateTime,
      maxCreateDateTime: $maxCreateDateTime, statusSet: $statusSet, q: $q, connectStatus: $connectStatus,
      minExpiredDate: $minExpiredDate, maxExpiredDate: $maxExpiredDate, offlineCause: $offlineCause,
      areaId: $areaId, sort: $sort
    ) {
      count countExact next
      data { ...DeviceRow }
      ids @include(if: $matching)
    }
  }
`,
  [deviceRow],
)

const countsQuery = graphql(`
  query DeviceCounts(
    $id: ID, $tenantId: ID, $areaId: ID, $min: DateTime, $max: DateTime, $q: String, $now: DateTime!, $soon: DateTime!
  ) {
    all: queryDevice(
      pageSize: 1, id: $id, tenantId: $tenantId, areaId: $areaId, minCreateDateTime: $min, maxCreateDateTime: $max, q: $q
    ) { count countExact }
    online: queryDevice(
      pageSize: 1, id: $id, tenantId: $tenantId, areaId: $areaId, minCreateDateTime: $min, maxCreateDateTime: $max, q: $q,
      connectStatus: ONLINE
    ) { count countExact }
    due: queryDevice(
      pageSize: 1, id: $id, tenantId: $tenantId, areaId: $areaId, minCreateDateTime: $min, maxCreateDateTime: $max, q: $q,
      minExpiredDate: $now, maxExpiredDate: $soon, statusSet: [PRODUCED, ACTIVE, SUSPENDED]
    ) { count countExact }
    expired: queryDevice(
      pageSize: 1, id: $id, tenantId: $tenantId, areaId: $areaId, minCreateDateTime: $min, maxCreateDateTime: $max, q: $q,
      statusSet: [EXPIRED]
    ) { count countExact }
  }
`)

export const deviceChanged = graphql(
  `
  subscription DeviceChanged($tenantId: ID) {
    deviceChanged(tenantId: $tenantId) { ...DeviceRow }
  }
`,
  [deviceRow],
)

export type DevicePageData = ResultOf<typeof devicesQuery>['queryDevice']
export type DeviceRow = DevicePageData['data'][number]
export type DeviceStatus = DeviceRow['status']

export type DeviceFilters = Filters<typeof deviceRules.filters>
type ListQuery = RowsOf<typeof deviceRules>

const day = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

/** Converts URL filters to query arguments. `tenantId` is set for the list of one organization. */
function sharedFilter({ id, from, to, q, tenant, area }: DeviceFilters, tenantId: string | undefined) {
  return {
    id: id || null,
    tenantId: tenantId ?? (tenant || null),
    areaId: area || null,
    min: startOfDay(from)?.toISOString() ?? null,
    max: endOfDay(to)?.toISOString() ?? null,
    q: q || null,
  }
}

export const devicesKey = ['devices'] as const
export const pagesKey = [...devicesKey, 'page'] as const

const unexpired: DeviceStatus[] = ['PRODUCED', 'ACTIVE', 'SUSPENDED']

/** Returns the arguments of queryDevice for the URL's filters and sort, without paging. */
export function deviceFilter({ filters, sort }: Pick<ListQuery, 'filters' | 'sort'>, tenantId?: string) {
  const { status, connect, expiry, offline, expiresFrom, expiresTo } = filters
  const { min, max, ...rest } = sharedFilter(filters, tenantId)
  const expiring = expiry || expiresFrom || expiresTo
  return {
    ...rest,
    minCreateDateTime: min,
    maxCreateDateTime: max,
    connectStatus: connect || null,
    // "Expiring" excludes expired devices. That also avoids scanning them, of which there can be very many.
    statusSet: status ? [status] : expiring ? unexpired : null,
    minExpiredDate: expiry ? inDays(0) : (startOfDay(expiresFrom)?.toISOString() ?? null),
    maxExpiredDate: expiry ? inDays(Number(expiry)) : (endOfDay(expiresTo)?.toISOString() ?? null),
    offlineCause: offline || null,
    sort: sort?.field ?? null,
  }
}

/** One page of all devices, or of an organization's devices. */
export const devicesOptions = (listQuery: ListQuery, tenantId?: string) => {
  const { filters, sort, first, after, size } = listQuery
  return queryOptions({
    queryKey: [...pagesKey, { filters, sort, first, after, size, tenantId }],
    queryFn: async ({ signal }): Promise<DevicePageData> => {
      const variables = {
        ...deviceFilter(listQuery, tenantId),
        first,
        pageSize: size,
        ...(after && { after }),
      }
      return (await request(devicesQuery, variables, signal)).queryDevice
    },
    placeholderData: keepPreviousData,
    // Polling complements the live events, because a deleted or moved device sends none.
    refetchInterval: 60_000,
  })
}

/** Returns the ids of all rows that match now, or null if there are more than the limit. */
export async function deviceIds(listQuery: Pick<ListQuery, 'filters' | 'sort'>, tenantId?: string) {
  const variables = { ...deviceFilter(listQuery, tenantId), first: 0, pageSize: 1, matching: true }
  return (await request(devicesQuery, variables)).queryDevice.ids ?? null
}

export const countsKey = [...devicesKey, 'counts'] as const

/** Number of devices in each predefined view. */
export const countsOptions = (filters: DeviceFilters, tenantId?: string) => {
  const question = sharedFilter(filters, tenantId)
  return queryOptions({
    queryKey: [...countsKey, question],
    queryFn: ({ signal }) => request(countsQuery, { ...question, now: inDays(0), soon: inDays(30) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

/** Returns the whole days until the expiry, or since it. */
export function daysLeft(expiredDate: string, now = Date.now()): { expired: boolean; days: number } {
  const left = new Date(expiredDate).getTime() - now
  return { expired: left <= 0, days: Math.floor(Math.abs(left) / day) }
}

/** Returns the firmware version, or the first version that is set. */
export function mainVersion(versions: Readonly<Record<string, unknown>>): string | undefined {
  const version = versions.firmware ?? Object.values(versions)[0]
  return typeof version === 'string' ? version : undefined
}

export const isOnline = (row: Pick<DeviceRow, 'currentConnect'>): boolean =>
  row.currentConnect?.status === 'ONLINE'
