import { type Kysely, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import { type DeviceStatus, deviceStatuses } from '../../contract/states.ts'
import { builder } from '../core/builder.ts'
import { platform } from '../core/counts/counts.ts'
import { badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, instant, listOf, optional } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { sharedComputation } from '../core/shared/shared.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { relationsToDevicesOf } from './access.ts'
import { connection, type DeviceConnection } from './list/filter.ts'
import { listDevices } from './list/list.ts'
import type { DeviceRow } from './store.ts'
import { Device, DeviceStatusType } from './types.ts'

interface Counts {
  countedAt: Date
  /** Number of devices by status and connection state. Combinations without devices are omitted. */
  states: { status: DeviceStatus; connection: DeviceConnection; devices: number }[]
  /**
   * Numbers of devices that expire in the next ten weeks, grouped by the quarter hour of their expiry.
   * Midnight falls on such a boundary in every time zone, so the numbers can be summed by day. `soon` is true
   * if the devices expire within 30 days.
   */
  expiries: { at: Date; soon: boolean; devices: number }[]
}

interface Figures extends Counts {
  nextExpiring: DeviceRow | null
  latestLost: DeviceRow | null
  instants: readonly Date[]
}

/**
 * Up to this number of devices, device counts are not cached, because computing them takes only a few
 * milliseconds.
 */
const few = 2_000

const month = 30 * 86_400_000
const expiring: readonly DeviceStatus[] = ['PRODUCED', 'ACTIVE', 'SUSPENDED']

type State = Counts['states'][number]

const sum = <Row extends { devices: number }>(rows: readonly Row[], test: (row: Row) => boolean): number =>
  rows.reduce((total, row) => (test(row) ? total + row.devices : total), 0)

/** Returns the number of devices that expire within 30 days. */
export const expiringOf = (expiries: Counts['expiries']): number => sum(expiries, ({ soon }) => soon)

const DeviceStatusCount = builder
  .objectRef<{ status: DeviceStatus; devices: number }>('DeviceStatusCount')
  .implement({
    fields: (t) => ({
      status: t.expose('status', { type: DeviceStatusType }),
      devices: t.exposeInt('devices'),
    }),
  })

const DeviceFigures = builder.objectRef<Figures>('DeviceFigures').implement({
  description: 'Device counts at one point in time',
  fields: (t) => {
    const count = (description: string, test: (state: State) => boolean) =>
      t.int({ description, resolve: ({ states }) => sum(states, test) })
    return {
      countedDateTime: t.expose('countedAt', {
        type: 'DateTime',
        description:
          'When the devices were counted. If there are many devices, counts are cached for a few minutes.',
      }),
      devices: count('Number of devices', () => true),
      statuses: t.field({
        type: [DeviceStatusCount],
        resolve: ({ states }) =>
          deviceStatuses.map((status) => ({
            status,
            devices: sum(states, (state) => state.status === status),
          })),
      }),
      online: count('Number of connected devices', (state) => state.connection === 'ONLINE'),
      refused: count(
        'Number of PRODUCED and ACTIVE devices that were refused because of their credential and have not connected since',
        (state) => state.connection === 'REFUSED',
      ),
      neverConnected: count(
        'Number of PRODUCED and ACTIVE devices that have never connected, except those counted in `refused`',
        (state) => state.connection === 'NEVER_CONNECTED',
      ),
      lost: count(
        'Number of PRODUCED and ACTIVE devices whose connection ended, except those counted in `refused`',
        (state) => state.connection === 'LOST' || state.connection === 'LOST_DAY',
      ),
      lostDay: count(
        'Number of devices counted in `lost` whose connection ended more than a day ago',
        (state) => state.connection === 'LOST_DAY',
      ),
      latestLost: t.expose('latestLost', {
        type: Device,
        nullable: true,
        description: 'The last device to disconnect among those counted in `lostDay`; null if `lostDay` is 0',
      }),
      expiring: t.int({
        description: 'Number of PRODUCED, ACTIVE and SUSPENDED devices that expire within 30 days',
        resolve: ({ expiries }) => expiringOf(expiries),
      }),
      nextExpiring: t.expose('nextExpiring', {
        type: Device,
        nullable: true,
        description: 'The first device to expire among those counted in `expiring`; null if `expiring` is 0',
      }),
      expiries: t.field({
        type: ['Int'],
        description:
          'Number of PRODUCED, ACTIVE and SUSPENDED devices that expire in each interval between two successive `instants` of getDeviceFigures, up to ten weeks ahead',
        resolve: ({ expiries, instants }) =>
          instants
            .slice(1)
            .map((until, index) =>
              sum(expiries, ({ at }) => at >= required(instants[index], 'item of instants') && at < until),
            ),
      }),
    }
  },
})

query({
  name: 'getDeviceFigures',
  description:
    'Returns device counts by status, connection and expiry. `tenantId` restricts them to one organization. `instants`: boundaries of the intervals for `expiries`, in ascending order, each on a quarter hour. Access: same as queryDevice.',
  can: 'DEVICE_LIST',
  input: { tenantId: optional(id()), instants: optional(listOf(instant(), 33)) },
  returns: DeviceFigures,
  relations: ({ context, viewer, input }) => relationsToDevicesOf(context.db.query, viewer, input.tenantId),
  async run({ context, input: { tenantId, instants } }) {
    if (instants?.some((at, index) => index > 0 && at <= required(instants[index - 1], 'item of instants')))
      throw badInput({ instants: ['field.invalid'] })
    if (tenantId && !isId(tenantId)) throw badInput({ tenantId: ['field.invalid'] })
    return { ...(await figuresOf(context.db, tenantId ?? platform)), instants: instants ?? [] }
  },
})

/**
 * Returns the device counts of an organization or of `platform`. Concurrent callers on a server share one
 * computation.
 */
export const figuresOf = sharedComputation(countFigures, ({ states }) => sum(states, () => true) <= few)

async function countFigures(db: Database, scope: string): Promise<Omit<Figures, 'instants'>> {
  const tenantId = scope === platform ? null : scope
  const counts = await db.transaction((tx) => countDevices(tx, tenantId), { statementTimeout: 120_000 })
  const now = counts.countedAt
  const first = { first: 0, pageSize: 1, uncounted: true, tenantId } as const
  const [expiry, lost] = await Promise.all([
    listDevices(db.query, {
      ...first,
      statusSet: expiring,
      minExpiredDate: now,
      maxExpiredDate: new Date(now.getTime() + month),
      sort: 'EXPIRED_DATE',
    }),
    listDevices(db.query, { ...first, offlineCause: 'LOST_DAY', sort: 'LAST_SEEN' }),
  ])
  return { ...counts, nextExpiring: expiry.data[0] ?? null, latestLost: lost.data[0] ?? null }
}

async function countDevices(db: Kysely<Tables>, tenantId: string | null): Promise<Counts> {
  const within = (table: string) =>
    tenantId ? sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}` : sql`true`
  const states = await sql<State & { now: Date }>`
    select device.status, ${connection} as connection, count(*) as devices
    from device join device_presence as presence
      on presence.tenant_id = device.tenant_id and presence.id = device.id
    where ${within('device')} and ${within('presence')}
    group by 1, 2`.execute(db)
  const expiries = await sql<Counts['expiries'][number]>`
    select date_bin('15 minutes', expired_at, '2000-01-01Z') as at,
      expired_at <= now() + interval '30 days' as soon, count(*) as devices
    from device
    where ${within('device')} and status = any(${[...expiring]}::text[])
      and coalesce(expired_at, 'infinity'::timestamptz) >= now()
      and coalesce(expired_at, 'infinity'::timestamptz) < now() + interval '70 days'
    group by 1, 2`.execute(db)
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return { countedAt: required(rows[0], 'item of rows').now, states: states.rows, expiries: expiries.rows }
}
