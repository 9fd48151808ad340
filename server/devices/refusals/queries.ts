import { type Kysely, type Selectable, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import { builder } from '../../core/builder.ts'
import { AppError } from '../../core/errors.ts'
import { id, instant, optional } from '../../core/input.ts'
import { pageOf } from '../../core/lists/page-type.ts'
import { query } from '../../core/operation.ts'
import { paging, readPage } from '../../core/page.ts'
import type { Tables } from '../../db/tables.ts'
import { managesDevices, relationsToAnyDevice } from '../access.ts'
import { loadSeenDevice } from '../types.ts'
import { RefusalReasonType } from './offline.ts'
import type { RefusalReason } from './store.ts'

type RefusalRow = Omit<Selectable<Tables['device_refusal']>, 'reason'> & { reason: RefusalReason }

const DeviceRefusal = builder.objectRef<RefusalRow>('DeviceRefusal').implement({
  description: 'Connection attempts or reports that were refused for the same reason within one clock hour',
  fields: (t) => ({
    reason: t.field({ type: RefusalReasonType, resolve: ({ reason }) => reason }),
    count: t.exposeInt('count'),
    firstDateTime: t.expose('first_at', { type: 'DateTime' }),
    lastDateTime: t.expose('last_at', { type: 'DateTime' }),
    ip: t.exposeString('ip', { description: 'IP address of the last refused attempt' }),
    address: t.exposeString('address', { nullable: true }),
  }),
})
const DeviceRefusalPage = pageOf(DeviceRefusal, 'DeviceRefusalPage')

// The key includes the organization. If a device moved within an hour, each of the two organizations has a
// row for that hour.
const rowKey = sql<string>`device_refusal.reason || device_refusal.tenant_id::text || extract(epoch from device_refusal.hour)::bigint`

const selectRefusals = (db: Kysely<Tables>, deviceId: string, tenantId: string | null) =>
  db
    .selectFrom('device_refusal')
    .where('device_refusal.device_id', '=', deviceId)
    .$if(tenantId !== null, (rows) =>
      rows.where('device_refusal.tenant_id', '=', required(tenantId, 'tenantId')),
    )

query({
  name: 'queryDeviceRefusal',
  description:
    "Returns refused connection attempts and reports of a device in the last 30 days, newest first. Members see only those since the device joined their organization. `minDateTime`: only entries whose last refusal was at or after this time. NOT_FOUND if the device does not exist or the caller has no access. Access: same as queryDevice in the device's organization.",
  can: 'DEVICE_LOOK_UP',
  input: { ...paging, deviceId: id(), minDateTime: optional(instant()) },
  returns: DeviceRefusalPage,
  relations: ({ viewer }) => relationsToAnyDevice(viewer),

  async run({ context, viewer, input }) {
    const db = context.db.query
    const device = await loadSeenDevice(context, viewer, input.deviceId)
    if (!device) throw new AppError('NOT_FOUND')
    const tenantId = managesDevices(viewer) ? null : device.tenant_id
    const all = selectRefusals(db, device.id, tenantId)
    const { minDateTime } = input
    return readPage<RefusalRow>(db, input, {
      name: 'deviceRefusals',
      from: minDateTime ? all.where('last_at', '>=', minDateTime) : all,
      keys: [
        { value: sql.ref('last_at'), type: 'timestamptz', order: 'desc' },
        { value: rowKey, type: 'text', order: 'desc' },
      ],
      rows: all.selectAll('device_refusal').$castTo<RefusalRow>(),
      ids: [sql.ref('device_refusal.last_at'), rowKey],
      load: (ids) => findRefusals(all, ids),
    })
  },
})

async function findRefusals(
  from: ReturnType<typeof selectRefusals>,
  ids: string[],
): Promise<Map<string, RefusalRow>> {
  const rows = await from.selectAll().select(rowKey.as('key')).where(rowKey, 'in', ids).execute()
  return new Map(rows.map(({ key, ...row }) => [key, row as RefusalRow]))
}
