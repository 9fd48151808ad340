import type { DeviceDetail } from '../device.ts'
import { isOnline } from '../devices.ts'

type DeviceConnections = Pick<DeviceDetail, 'currentConnect' | 'lastConnect'>

/** Returns the last connection that has ended. If the device is offline, this is its newest connection. */
export const endedConnect = (device: DeviceConnections): DeviceDetail['lastConnect'] =>
  isOnline(device) ? device.lastConnect : device.currentConnect
