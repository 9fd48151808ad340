import { queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { deviceRow } from './devices.ts'

const deviceDetail = graphql(
  `
  fragment DeviceDetail on Device {
    ...DeviceRow
    lastConnect { ip address connectDateTime }
    infoMap infoDateTime config modifyDateTime credentialDateTime gatewayUrl offlineReason refusedDateTime
  }
`,
  [deviceRow],
)

/** The GraphQL operation is named `device`, because the specification requires this name. */
const deviceQuery = graphql(
  `
  query device($id: ID!) {
    device(id: $id) { ...DeviceDetail }
  }
`,
  [deviceDetail],
)

export const oneChanged = graphql(
  `
  subscription DeviceChanged($id: ID!, $tenantId: ID) {
    deviceChanged(id: $id, tenantId: $tenantId) { ...DeviceDetail }
  }
`,
  [deviceDetail],
)

export type DeviceDetail = NonNullable<ResultOf<typeof deviceQuery>['device']>
export type OfflineReason = NonNullable<DeviceDetail['offlineReason']>

/**
 * Query options for a device with all details. The data is null if the device does not exist or the viewer
 * cannot see it.
 */
export const deviceOptions = (id: string) =>
  queryOptions({
    queryKey: ['device', id],
    queryFn: async ({ signal }): Promise<DeviceDetail | null> =>
      (await request(deviceQuery, { id }, signal)).device,
  })

const connectionFields = graphql(`
  fragment ConnectionFields on DeviceConnection { id ip address connectDateTime disconnectDateTime }
`)
const connectionsQuery = graphql(
  `
  query QueryDeviceConnection($deviceId: ID!, $first: Int!, $pageSize: Int!) {
    queryDeviceConnection(deviceId: $deviceId, first: $first, pageSize: $pageSize) {
      count countExact
      data { ...ConnectionFields }
    }
  }
`,
  [connectionFields],
)
const historyQuery = graphql(
  `
  query DeviceHistory($deviceId: ID!, $since: DateTime!, $after: String) {
    queryDeviceConnection(deviceId: $deviceId, minDateTime: $since, pageSize: 100, after: $after) {
      next
      data { ...ConnectionFields }
    }
    earlier: queryDeviceConnection(deviceId: $deviceId, maxDateTime: $since, pageSize: 1) { count }
  }
`,
  [connectionFields],
)

export type Connection = ResultOf<typeof connectionsQuery>['queryDeviceConnection']['data'][number]

/** Query options for one page of a device's connections in the last 90 days, newest first. */
export const connectionsOptions = (deviceId: string, first: number, pageSize: number) =>
  queryOptions({
    queryKey: ['device', deviceId, 'connections', first, pageSize],
    queryFn: async ({ signal }) =>
      (await request(connectionsQuery, { deviceId, first, pageSize }, signal)).queryDeviceConnection,
    placeholderData: (last) => last,
  })

/** Maximum number of connections in a chart. A device that connects more often has a problem. */
const drawnAtMost = 1_000

export interface History {
  connections: readonly Connection[]
  /** Whether the device also had connections before the requested period. */
  earlier: boolean
  /** Whether the list is incomplete, because there are more connections than can be drawn. */
  cut: boolean
}

/** Query options for the connections that ended after `since` or have not ended, newest first. */
export const historyOptions = (deviceId: string, since: string) =>
  queryOptions({
    queryKey: ['device', deviceId, 'history', since],
    async queryFn({ signal }): Promise<History> {
      const connections: Connection[] = []
      let after: string | null = null
      let earlier = false
      do {
        const page: ResultOf<typeof historyQuery> = await request(
          historyQuery,
          { deviceId, since, after },
          signal,
        )
        connections.push(...page.queryDeviceConnection.data)
        earlier ||= page.earlier.count > 0
        after = page.queryDeviceConnection.next
      } while (after && connections.length < drawnAtMost)
      return { connections, earlier, cut: after !== null }
    },
  })

const refusalsQuery = graphql(`
  query QueryDeviceRefusal($deviceId: ID!, $after: String) {
    queryDeviceRefusal(deviceId: $deviceId, pageSize: 100, after: $after) {
      next
      data { reason count ip address firstDateTime lastDateTime }
    }
  }
`)

export type Refusal = ResultOf<typeof refusalsQuery>['queryDeviceRefusal']['data'][number]
export type RefusalReason = Refusal['reason']

/**
 * Maximum number of rows to load, which suffices for a device that tries to connect continuously for two
 * weeks.
 */
const refusalsAtMost = 400

/**
 * Query options for a device's refused attempts in the last 30 days, one row per hour and reason, newest
 * first.
 */
export const refusalsOptions = (deviceId: string) =>
  queryOptions({
    queryKey: ['device', deviceId, 'refusals'],
    async queryFn({ signal }): Promise<readonly Refusal[]> {
      const refusals: Refusal[] = []
      let after: string | null = null
      do {
        const page: ResultOf<typeof refusalsQuery> = await request(refusalsQuery, { deviceId, after }, signal)
        refusals.push(...page.queryDeviceRefusal.data)
        after = page.queryDeviceRefusal.next
      } while (after && refusals.length < refusalsAtMost)
      return refusals
    },
  })

const samplesQuery = graphql(`
  query QueryDeviceSample($deviceId: ID!) {
    queryDeviceSample(deviceId: $deviceId) { dateTime numbers }
  }
`)

export type Sample = ResultOf<typeof samplesQuery>['queryDeviceSample'][number]

/**
 * Query options for the numbers that a device reported in the last 24 hours, oldest first. The server stores
 * a sample every ten minutes.
 */
export const samplesOptions = (deviceId: string) =>
  queryOptions({
    queryKey: ['device', deviceId, 'samples'],
    queryFn: async ({ signal }) => (await request(samplesQuery, { deviceId }, signal)).queryDeviceSample,
    refetchInterval: 600_000,
  })
