import type { DeviceDetail } from '../device.ts'
import { isOnline } from '../devices.ts'

type DeviceConnections = Pick<DeviceDetail, 'currentConnect' | 'lastConnect'>

/** Returns the connection that ended most recently. For an offline device, this is the newest connection. */
export const endedConnect = (device: DeviceConnections): DeviceDetail['lastConnect'] =>
  isOnline(device) ? device.lastConnect : device.currentConnect
