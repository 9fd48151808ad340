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

/** Loads the devices of all organizations, or of the organization `tenantId`. */
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
      // "Expiring" excludes expired devices. This also avoids scanning them, because there can be very many.
      statusSet: status ? [status] : expiring ? unexpired : null,
      minExpiredDate: expiry ? inDays(0) : (startOfDay(expiresFrom)?.toISOString() ?? null),
      maxExpiredDate: expiry ? inDays(Number(expiry)) : (endOfDay(expiresTo)?.toISOString() ?? null),
      offlineCause: offline || null,
      sort: sort?.field ?? null,
    }
  },
  // Polling complements live events, because no event is sent for a deleted or moved device.
  refetchInterval: 60_000,
})

/** Returns the number of whole days until the expiry, or since it. */
export function daysLeft(expiredDate: string, now = Date.now()): { expired: boolean; days: number } {
  const left = new Date(expiredDate).getTime() - now
  return { expired: left <= 0, days: Math.floor(Math.abs(left) / day) }
}

/** Returns the firmware version. Without one, returns the first of the other versions. */
export function mainVersion(versions: Readonly<Record<string, unknown>>): string | undefined {
  const version = versions.firmware ?? Object.values(versions)[0]
  return typeof version === 'string' ? version : undefined
}

export const isOnline = (row: Pick<DeviceRow, 'currentConnect'>): boolean =>
  row.currentConnect?.status === 'ONLINE'
