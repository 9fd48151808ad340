import { type Kysely, type Selectable, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import { builder } from '../core/builder.ts'
import { AppError } from '../core/errors.ts'
import { id, instant, optional } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { query } from '../core/operation.ts'
import { paging, readPage } from '../core/page.ts'
import type { Tables } from '../db/tables.ts'
import { managesDevices, relationsToAnyDevice } from './access.ts'
import { loadSeenDevice } from './types.ts'

type ConnectionRow = Selectable<Tables['device_connection']>

const DeviceConnection = builder.objectRef<ConnectionRow>('DeviceConnection').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    ip: t.exposeString('ip'),
    address: t.exposeString('address', { nullable: true }),
    connectDateTime: t.expose('connected_at', { type: 'DateTime' }),
    disconnectDateTime: t.expose('disconnected_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the connection ended; null while it is open',
    }),
  }),
})
const DeviceConnectionPage = pageOf(DeviceConnection, 'DeviceConnectionPage')

// The key includes the organization. If a device moved while it was connected, each of the two organizations
// has a row for that connection.
const rowKey = sql<string>`device_connection.id::text || device_connection.tenant_id::text`

const selectConnections = (db: Kysely<Tables>, deviceId: string, tenantId: string | null) =>
  db
    .selectFrom('device_connection')
    .where('device_connection.device_id', '=', deviceId)
    .$if(tenantId !== null, (rows) =>
      rows.where('device_connection.tenant_id', '=', required(tenantId, 'tenantId')),
    )

query({
  name: 'queryDeviceConnection',
  description:
    "Returns connections of a device in the last 90 days, newest first. Members see only connections since the device joined their organization. `minDateTime`: only connections that ended after this time or are still open. NOT_FOUND if the device does not exist or the caller has no access. Access: same as queryDevice in the device's organization.",
  can: 'DEVICE_LOOK_UP',
  input: {
    ...paging,
    deviceId: id(),
    minDateTime: optional(instant()),
    maxDateTime: optional(instant()),
  },
  returns: DeviceConnectionPage,
  relations: ({ viewer }) => relationsToAnyDevice(viewer),

  async run({ context, viewer, input }) {
    const db = context.db.query
    const device = await loadSeenDevice(context, viewer, input.deviceId)
    if (!device) throw new AppError('NOT_FOUND')
    // Connections from before a move are visible to the former organization, but not to the new one. The
    // query is therefore limited to the current organization, except for device managers.
    const tenantId = managesDevices(viewer) ? null : device.tenant_id
    const { minDateTime, maxDateTime } = input
    let from = selectConnections(db, device.id, tenantId)
    if (minDateTime)
      from = from.where((eb) =>
        eb.or([eb('disconnected_at', 'is', null), eb('disconnected_at', '>=', minDateTime)]),
      )
    if (maxDateTime) from = from.where('connected_at', '<=', maxDateTime)
    return readPage(db, input, {
      name: 'deviceConnections',
      from,
      keys: [
        { value: sql.ref('connected_at'), type: 'timestamptz', order: 'desc' },
        { value: rowKey, type: 'text', order: 'desc' },
      ],
      rows: selectConnections(db, device.id, tenantId).selectAll('device_connection'),
      // Sorts by start time, because the index contains all connections of a device in this order.
      ids: [sql.ref('device_connection.connected_at'), rowKey],
      load: (ids) => findConnections(selectConnections(db, device.id, tenantId), ids),
    })
  },
})

async function findConnections(
  from: ReturnType<typeof selectConnections>,
  ids: string[],
): Promise<Map<string, ConnectionRow>> {
  const rows = await from.selectAll('device_connection').where(rowKey, 'in', ids).execute()
  return new Map(rows.map((row) => [row.id + row.tenant_id, row]))
}
