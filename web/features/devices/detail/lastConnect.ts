import type { DeviceDetail } from '../device.ts'
import { isOnline } from '../devices.ts'

type Known = Pick<DeviceDetail, 'currentConnect' | 'lastConnect'>

/** Returns the connection that ended last. For an offline device, that is the newest one. */
export const endedConnect = (device: Known): DeviceDetail['lastConnect'] =>
  isOnline(device) ? device.lastConnect : device.currentConnect
