import { limits } from '../../contract/limits.ts'
import { deviceStatuses } from '../../contract/states.ts'
import { builder } from '../core/builder.ts'
import { id, instant, oneOf, optional, search, setOf } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { pageOf, paging, readList } from '../core/page.ts'
import { relationsToAnyDevice, relationsToDevicesOf } from './access.ts'
import { deviceSorts, type OfflineCause, offlineCauses } from './list/filter.ts'
import { listDevices } from './list/list.ts'
import { ConnectStatusType, connectStatuses, Device, DeviceStatusType, loadSeenDevice } from './types.ts'

const DevicePage = pageOf(Device, 'DevicePage', { chosen: true })
const DeviceSortType = builder.enumType('DeviceSort', {
  values: {
    CREATED: { description: 'newest first' },
    LAST_SEEN: { description: 'online first, then the last seen; never connected last' },
    EXPIRED_DATE: { description: 'the next to expire first' },
  },
})
const causes: Record<OfflineCause, { description: string }> = {
  NEVER_CONNECTED: { description: 'it has not connected yet' },
  LOST: { description: 'its connection ended' },
  LOST_DAY: { description: 'its connection ended more than a day ago; LOST has them, too' },
  REFUSED: { description: 'it was refused for its credential, and has not connected since' },
}
const OfflineCauseType = builder.enumType('DeviceOfflineCause', {
  description: 'Why a device is offline whose status (PRODUCED, ACTIVE) lets it connect: one of these',
  values: causes,
})

query({
  name: 'queryDevice',
  description:
    'newest first. q matches id, name, contact name, contact phone. areaId: a province, of the organizations that have it as their first area’s. who: admin, account_management: any; a member, and a service account with data_view: with tenantId of an own FINISH organization',
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
    "one device, live; the console asks the device service for it. who: as queryDevice, by the device's organization; null for anyone else",
  can: 'DEVICE_LOOK_UP',
  input: { id: id() },
  returns: Device,
  nullable: true,
  relations: ({ viewer }) => relationsToAnyDevice(viewer),
  run: ({ context, viewer, input }) => loadSeenDevice(context, viewer, input.id),
})
