import { deviceConnects, deviceStatuses } from '../../contract/states.ts'
import { AppError } from '../core/errors.ts'
import { id, oneOf } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { lockTenant } from '../tenants/store.ts'
import { managesDevices, seesDevice } from './access.ts'
import { ofDevice } from './audit.ts'
import { isDeviceId } from './input.ts'
import { publishDevices, publishToGateways } from './live.ts'
import { maySet } from './rules.ts'
import { type DeviceRow, deleteDevice, lockDevice, updateDevice } from './store.ts'
import { findTenantOf } from './tenancy/claims.ts'
import { Device, DeviceStatusType } from './types.ts'

/** Locks the device that a mutation changes. Returns null if the viewer cannot see the device. */
export async function lockTarget(
  tx: Tx,
  input: { id: string },
  viewer: Viewer,
): Promise<Target<DeviceRow> | null> {
  const row = isDeviceId(input.id) ? await lockDevice(tx, input.id) : undefined
  return row && (await seesDevice(tx, viewer, row)) ? { row } : null
}

mutation({
  name: 'updateDeviceByStatus',
  description:
    'Changes the status of a device. Setting the current status has no effect. CONFLICT if the current status does not allow the change. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: [],
  input: { id: id(), status: oneOf(DeviceStatusType, deviceStatuses) },
  returns: Device,
  targetFirst: true,
  target: lockTarget,

  async run({ tx, input: { status }, target: device }) {
    if (!maySet(device, status)) throw new AppError('CONFLICT', { message: ['device.status'] })
    if (device.status === status) return device
    const result = await updateDevice(tx, device, { status, status_before: null })
    await publishDevices(tx, [result])
    if (!deviceConnects(status)) await publishToGateways(tx, [device.id])
    return result
  },

  audit: ({ target, result }) => ({
    ...ofDevice(target),
    changes: { status: [target.status, result.status] },
  }),
})

mutation({
  name: 'deleteDevice',
  description: 'Deletes a device with its credential and connections. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: [],
  input: { id: id() },
  returns: 'Boolean',
  targetFirst: true,

  async target(tx, input, viewer) {
    // Locks the organization before the device, as all transactions do. The lock is needed only for viewers
    // who manage devices, because the call of any other viewer is rejected.
    const tenantId = isDeviceId(input.id) ? await findTenantOf(tx, input.id) : undefined
    if (tenantId && managesDevices(viewer)) await lockTenant(tx, tenantId)
    const target = await lockTarget(tx, input, viewer)
    if (target && target.row.tenant_id !== tenantId) throw new AppError('CONFLICT')
    return target
  },

  async run({ tx, target: device }) {
    await deleteDevice(tx, device)
    await publishDevices(tx, [device])
    await publishToGateways(tx, [device.id])
    return true
  },

  audit: ({ target }) => ({
    ...ofDevice(target),
    always: true,
    changes: { name: [target.name, null], status: [target.status, null] },
  }),
})
