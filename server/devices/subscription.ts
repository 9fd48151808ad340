import { isId } from '../core/id.ts'
import { id, optional } from '../core/input.ts'
import { anyTopic } from '../core/live.ts'
import { subscription } from '../core/subscription.ts'
import { managesDevices, relationsToDevicesOf } from './access.ts'
import { deviceChannel } from './live.ts'
import { Device, loadDevice } from './types.ts'

subscription({
  name: 'deviceChanged',
  description:
    'Emits a device whenever it changes. `tenantId`: only devices of this organization. `id`: only this device. Without tenantId, admin and account_management receive the changes of all devices. Access: same as queryDevice.',
  can: 'DEVICE_LIST',
  input: { tenantId: optional(id()), id: optional(id()) },
  returns: Device,
  channel: deviceChannel,
  topics: ({ input: { tenantId } }) =>
    tenantId == null ? [anyTopic] : isId(tenantId) ? [tenantId.toLowerCase()] : [],
  wants: (input, deviceId) => input.id == null || input.id === deviceId,
  relations: ({ context, viewer, input }) => relationsToDevicesOf(context.db.query, viewer, input.tenantId),
  // Checks the organization again, because the device may have left the organization to which the viewer
  // subscribed.
  async read({ context, viewer, input: { tenantId } }, deviceId) {
    const device = await loadDevice(context, deviceId)
    const within = tenantId == null ? managesDevices(viewer) : device?.tenant_id === tenantId.toLowerCase()
    return within ? device : null
  },
})
