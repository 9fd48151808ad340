import { deviceRules } from '../../../contract/lists.ts'
import { graphql, type ResultOf } from '../../lib/graphql.ts'
import { endOfDay, startOfDay } from '../../lib/time/days.ts'
import { listSource } from '../../shared/list/listSource.ts'
import type { Filters } from '../../shared/list/search-params.ts'

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

const day = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

export const devicesKey = ['devices'] as const
const unexpired: DeviceStatus[] = ['PRODUCED', 'ACTIVE', 'SUSPENDED']

/** The list of devices: those of the organization `tenantId`, or of all organizations. */
export const devices = listSource({
  rules: deviceRules,
  queryKey: devicesKey,
  document: devicesQuery,
  field: 'queryDevice',
  variables({ filters, sort }, tenantId: string | undefined) {
    const { id, q, tenant, area, from, to, status, connect, expiry, offline, expiresFrom, expiresTo } =
      filters
    const expiring = expiry || expiresFrom || expiresTo
    return {
      id: id || null,
      tenantId: tenantId ?? (tenant || null),
      areaId: area || null,
      minCreateDateTime: startOfDay(from)?.toISOString() ?? null,
      maxCreateDateTime: endOfDay(to)?.toISOString() ?? null,
      q: q || null,
      connectStatus: connect || null,
      // A filter by expiry date excludes devices that have already expired. There can be very many of them,
      // and the database would have to scan them all.
      statusSet: status ? [status] : expiring ? unexpired : null,
      minExpiredDate: expiry ? inDays(0) : (startOfDay(expiresFrom)?.toISOString() ?? null),
      maxExpiredDate: expiry ? inDays(Number(expiry)) : (endOfDay(expiresTo)?.toISOString() ?? null),
      offlineCause: offline || null,
      sort: sort?.field ?? null,
    }
  },
  // The list is also polled, because the server sends no event when a device is deleted or moved.
  refetchInterval: 60_000,
})

/** Returns the number of whole days until the expiry or, if `expired`, since the expiry. */
export function daysLeft(expiredDate: string, now = Date.now()): { expired: boolean; days: number } {
  const left = new Date(expiredDate).getTime() - now
  return { expired: left <= 0, days: Math.floor(Math.abs(left) / day) }
}

/** Returns the firmware version or, if it is not reported, the first of the other versions. */
export function mainVersion(versions: Readonly<Record<string, unknown>>): string | undefined {
  const version = versions.firmware ?? Object.values(versions)[0]
  return typeof version === 'string' ? version : undefined
}

export const isOnline = (row: Pick<DeviceRow, 'currentConnect'>): boolean =>
  row.currentConnect?.status === 'ONLINE'
