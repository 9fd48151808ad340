import { limits } from '../../contract/limits.ts'
import { deviceStatuses } from '../../contract/states.ts'
import { builder } from '../core/builder.ts'
import { id, instant, oneOf, optional, search, setOf } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { query } from '../core/operation.ts'
import { paging, readList } from '../core/page.ts'
import { relationsToAnyDevice, relationsToDevicesOf } from './access.ts'
import { deviceSorts, type OfflineCause, offlineCauses } from './list/filter.ts'
import { listDevices } from './list/list.ts'
import { ConnectStatusType, connectStatuses, Device, DeviceStatusType, loadSeenDevice } from './types.ts'

const DevicePage = pageOf(Device, 'DevicePage', { chosen: true })
const DeviceSortType = builder.enumType('DeviceSort', {
  values: {
    CREATED: { description: 'Newest first' },
    LAST_SEEN: {
      description:
        'Online devices first, then those seen most recently; devices that have never connected come last',
    },
    EXPIRED_DATE: { description: 'Earliest expiry date first' },
  },
})
const causes: Record<OfflineCause, { description: string }> = {
  NEVER_CONNECTED: { description: 'The device has never connected' },
  LOST: {
    description: 'The connection ended, and no later attempt was refused because of the credential',
  },
  LOST_DAY: {
    description: 'Like LOST, but the connection ended more than a day ago. LOST includes these devices too.',
  },
  REFUSED: { description: 'The device was refused because of its credential and has not connected since' },
}
const OfflineCauseType = builder.enumType('DeviceOfflineCause', {
  description: 'Why a device is offline although its status (PRODUCED or ACTIVE) allows it to connect',
  values: causes,
})

query({
  name: 'queryDevice',
  description:
    'Returns devices, newest first unless `sort` is given. `q` matches id, name, contact name and contact phone number. `areaId`: only devices of organizations whose first area is in this province. Access: admin and account_management for all devices; members, and service accounts with data_view, for their own organization, given as tenantId, if its status is FINISH.',
  can: 'DEVICE_LIST',
  input: {
    ...paging,
    id: optional(id()),
    idSet: setOf(id(), limits.batch),
    tenantId: optional(id()),
    minCreateDateTime: optional(instant()),
    maxCreateDateTime: optional(instant()),
    statusSet: setOf(oneOf(DeviceStatusType, deviceStatuses), 20),
    q: optional(search()),
    connectStatus: optional(oneOf(ConnectStatusType, connectStatuses)),
    minExpiredDate: optional(instant()),
    maxExpiredDate: optional(instant()),
    offlineCause: optional(oneOf(OfflineCauseType, offlineCauses)),
    areaId: optional(id()),
    sort: optional(oneOf(DeviceSortType, deviceSorts)),
  },
  returns: DevicePage,
  relations: ({ context, viewer, input }) => relationsToDevicesOf(context.db.query, viewer, input.tenantId),
  run: ({ context, input }) => readList(context, (query) => listDevices(query, input)),
})

query({
  name: 'device',
  description:
    "Returns a device; null if it does not exist or the caller has no access. The console can be configured to send this query to another server. Access: same as queryDevice in the device's organization.",
  can: 'DEVICE_LOOK_UP',
  input: { id: id() },
  returns: Device,
  nullable: true,
  relations: ({ viewer }) => relationsToAnyDevice(viewer),
  run: ({ context, viewer, input }) => loadSeenDevice(context, viewer, input.id),
})
