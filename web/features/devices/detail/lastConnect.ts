import type { DeviceDetail } from '../device.ts'
import { isOnline } from '../devices.ts'

type DeviceConnections = Pick<DeviceDetail, 'currentConnect' | 'lastConnect'>

/** Returns the connection that ended last. For an offline device, that is the newest one. */
export const endedConnect = (device: DeviceConnections): DeviceDetail['lastConnect'] =>
  isOnline(device) ? device.lastConnect : device.currentConnect
