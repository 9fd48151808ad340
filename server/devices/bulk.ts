import { limits } from '../../contract/limits.ts'
import { type DeviceStatus, deviceConnects, deviceStatuses } from '../../contract/states.ts'
import { type Changes, recordAudits } from '../core/audit.ts'
import { builder } from '../core/builder.ts'
import { boolean, id, instant, listOf, oneOf } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { managesDevices } from './access.ts'
import { ofDevice } from './audit.ts'
import { isDeviceId } from './input.ts'
import { publishDevices, publishToGateways } from './live.ts'
import { maySet, statusByDate } from './rules.ts'
import { type DeviceChange, type DeviceRow, findDevices, lockDevices, updateDevice } from './store.ts'
import { Device, DeviceStatusType } from './types.ts'

/** What a call over many devices does, or would do, with one. */
interface Outcome {
  device: DeviceRow
  status: DeviceStatus
  expiredDate: Date | null
  result: 'CHANGED' | 'UNCHANGED' | 'CONFLICT'
}

const DeviceOutcome = builder.objectRef<Outcome>('DeviceOutcome').implement({
  fields: (t) => ({
    device: t.field({ type: Device, description: 'as it is now', resolve: ({ device }) => device }),
    status: t.field({
      type: DeviceStatusType,
      description: 'what it then is',
      resolve: ({ status }) => status,
    }),
    expiredDate: t.expose('expiredDate', {
      type: 'DateTime',
      nullable: true,
      description: 'what it then is',
    }),
    result: t.field({
      type: builder.enumType('DeviceResult', {
        values: {
          CHANGED: { description: 'in a preview: would be changed' },
          UNCHANGED: { description: 'it is that already' },
          CONFLICT: { description: 'its present state does not allow it' },
        } satisfies Record<Outcome['result'], object>,
      }),
      resolve: ({ result }) => result,
    }),
  }),
})

const ids = () => listOf(id(), limits.batch)

/** Those that exist; who may not manage devices learns of none. */
export async function lockAll(
  tx: Tx,
  input: { ids: string[] },
  viewer: Viewer,
): Promise<Target<DeviceRow[]>> {
  const known = managesDevices(viewer) ? input.ids.filter(isDeviceId) : []
  return { row: known.length ? await lockDevices(tx, known) : [], relations: [] }
}

/** Changes those that it can; each with an audit row of its own, as if it had been changed alone. */
async function apply(
  call: { tx: Tx; viewer: Viewer; ip: string; action: string; preview: boolean },
  devices: readonly DeviceRow[],
  plan: (device: DeviceRow) => DeviceChange | 'UNCHANGED' | 'CONFLICT',
): Promise<Outcome[]> {
  const { tx, viewer, ip, action, preview } = call
  const outcomes = devices.map((device): Outcome & { change: DeviceChange | null } => {
    const change = plan(device)
    const kept = { status: device.status, expiredDate: device.expired_at }
    if (typeof change === 'string') return { device, ...kept, result: change, change: null }
    const expiredDate = (change.expired_at as Date | null | undefined) ?? device.expired_at
    return {
      device,
      status: (change.status as DeviceStatus | undefined) ?? device.status,
      expiredDate,
      result: 'CHANGED',
      change,
    }
  })
  const changed = outcomes.filter(({ change }) => change !== null)
  if (preview || !changed.length) return outcomes
  for (const { device, change } of changed) await updateDevice(tx, device, change!)
  await recordAudits(
    tx,
    changed.map(({ device, status, expiredDate }) => {
      const changes: Changes = {
        status: [device.status, status],
        expiredDate: [device.expired_at, expiredDate],
      }
      return { ...ofDevice(device), actorId: viewer.accountId, action, ip, success: true, changes }
    }),
  )
  await publishDevices(
    tx,
    changed.map(({ device }) => device),
  )
  const cut = changed.filter(({ device, status }) => deviceConnects(device.status) && !deviceConnects(status))
  await publishToGateways(
    tx,
    cut.map(({ device }) => device.id),
  )
  const now = await findDevices(
    tx,
    devices.map((device) => device.id),
  )
  return outcomes.map((outcome) => ({ ...outcome, device: now.get(outcome.device.id) ?? outcome.device }))
}

mutation({
  name: 'updateDevicesByStatus',
  description:
    'as updateDeviceByStatus, over up to 1,000 devices: those that can be are changed, the answer says which. preview: changes nothing. who: as saveDeviceByPalgo',
  can: 'DEVICE_MANAGE',
  input: { ids: ids(), status: oneOf(DeviceStatusType, deviceStatuses), preview: boolean(false) },
  returns: [DeviceOutcome],
  target: lockAll,

  run({ tx, viewer, input: { status, preview }, target: devices, context: { request } }) {
    const call = { tx, viewer, ip: request.ip, action: 'UpdateDeviceByStatus', preview }
    return apply(call, devices, (device) => {
      if (device.status === status) return 'UNCHANGED'
      return maySet(device, status) ? { status, status_before: null } : 'CONFLICT'
    })
  },

  // Each device has its own row.
  audit: () => ({ tenantId: null, targetType: 'device', targetId: null, changes: {} }),
})

mutation({
  name: 'renewDevices',
  description:
    'one expiredDate for up to 1,000 devices; a later one makes an EXPIRED device what it was before. preview: changes nothing. who: as saveDeviceByPalgo',
  can: 'DEVICE_MANAGE',
  input: { ids: ids(), expiredDate: instant(), preview: boolean(false) },
  returns: [DeviceOutcome],
  target: lockAll,

  run({ tx, viewer, input: { expiredDate, preview }, target: devices, context: { request } }) {
    const call = { tx, viewer, ip: request.ip, action: 'SaveDeviceByPalgo', preview }
    return apply(call, devices, (device) => {
      if (device.status === 'RETIRED') return 'CONFLICT'
      if (device.expired_at?.getTime() === expiredDate.getTime()) return 'UNCHANGED'
      const renewed = { ...device, expired_at: expiredDate }
      return { expired_at: expiredDate, ...statusByDate(renewed, viewer.now) }
    })
  },

  audit: () => ({ tenantId: null, targetType: 'device', targetId: null, changes: {} }),
})
