import type { DeviceDetail } from '../device.ts'
import { isOnline } from '../devices.ts'

type Known = Pick<DeviceDetail, 'currentConnect' | 'lastConnect'>

/** The connection that ended last: of a device that is offline its newest one. */
export const endedConnect = (device: Known): DeviceDetail['lastConnect'] =>
  isOnline(device) ? device.lastConnect : device.currentConnect
