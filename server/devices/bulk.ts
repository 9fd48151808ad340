import { limits } from '../../contract/limits.ts'
import { deviceConnects, deviceStatuses } from '../../contract/states.ts'
import type { Changes } from '../core/audit.ts'
import { builder } from '../core/builder.ts'
import { changed, changeEach, type Outcome } from '../core/bulk.ts'
import { boolean, id, instant, integer, listOf, oneOf, optional, timeZone } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import { zoneOffset } from '../core/time/zone.ts'
import type { Tx } from '../db/open.ts'
import { ofDevice } from './audit.ts'
import { isDeviceId } from './input.ts'
import { publishDevices, publishToGateways } from './live.ts'
import { maySet, renewedDate, statusByDate } from './rules.ts'
import { type DeviceRow, findDevices, lockDevices, updateDevices } from './store.ts'
import { Device, DeviceStatusType } from './types.ts'

type SkipReason = 'UNCHANGED' | 'CONFLICT'

const DeviceOutcome = builder.objectRef<Outcome<DeviceRow, SkipReason>>('DeviceOutcome').implement({
  fields: (t) => ({
    device: t.field({
      type: Device,
      description: 'The device as it is stored after the call; in a preview, the unchanged device',
      resolve: ({ now }) => now,
    }),
    status: t.field({
      type: DeviceStatusType,
      description: 'Status after the change; in a preview, the status that the device would have',
      resolve: ({ after }) => after.status,
    }),
    expiredDate: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Expiry date after the change; in a preview, the date that the device would have',
      resolve: ({ after }) => after.expired_at,
    }),
    result: t.field({
      type: builder.enumType('DeviceResult', {
        values: {
          CHANGED: { description: 'The device was changed; in a preview, it would be changed' },
          UNCHANGED: { description: 'The device already had this value' },
          CONFLICT: { description: 'The current status of the device does not allow the change' },
        } satisfies Record<'CHANGED' | SkipReason, object>,
      }),
      resolve: ({ result }) => result,
    }),
  }),
})

const ids = () => listOf(id(), limits.batch)

/** Locks and returns the devices with these ids. Ids of devices that do not exist are ignored. */
export const lockEach = async (tx: Tx, input: { ids: string[] }): Promise<Target<DeviceRow[]>> => ({
  row: await lockDevices(tx, input.ids.filter(isDeviceId)),
})

async function saveDevices(
  tx: Tx,
  changes: readonly { before: DeviceRow; after: DeviceRow }[],
): Promise<Map<string, DeviceRow>> {
  await updateDevices(tx, changes)
  const cut = changes.filter(
    ({ before, after }) => deviceConnects(before.status) && !deviceConnects(after.status),
  )
  await publishDevices(
    tx,
    changes.map(({ after }) => after),
  )
  await publishToGateways(
    tx,
    cut.map(({ after }) => after.id),
  )
  return findDevices(
    tx,
    changes.map(({ after }) => after.id),
  )
}

const auditOfEach = (outcomes: readonly Outcome<DeviceRow, SkipReason>[]) =>
  changed(outcomes).map(({ before, after }) => ({
    ...ofDevice(before),
    changes: {
      status: [before.status, after.status],
      expiredDate: [before.expired_at, after.expired_at],
    } satisfies Changes,
  }))

mutation({
  name: 'updateDevicesByStatus',
  description:
    'Changes the status of up to 1,000 devices, like updateDeviceByStatus. Skips devices whose status does not allow the change. Returns a result for each device. With `preview`, returns the results without changing anything. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: [],
  input: { ids: ids(), status: oneOf(DeviceStatusType, deviceStatuses), preview: boolean(false) },
  returns: [DeviceOutcome],
  target: lockEach,

  run: ({ tx, input: { status, preview }, target }) =>
    changeEach<DeviceRow, SkipReason>(target, {
      preview,
      decide(device) {
        if (device.status === status) return 'UNCHANGED'
        return maySet(device, status) ? { ...device, status, status_before: null } : 'CONFLICT'
      },
      save: (changes) => saveDevices(tx, changes),
    }),

  audit: ({ result }) => auditOfEach(result),
  recordedAs: 'updateDeviceByStatus',
})

mutation({
  name: 'renewDevices',
  description:
    'Sets the expiry date of up to 1,000 devices to expiredDate. With `years`, instead adds years to each expiry date in the future, using the calendar of timeZone. Dates in the past then become expiredDate, and devices without an expiry date stay unchanged. A device with status EXPIRED returns to its previous status. Returns a result for each device. With `preview`, returns the results without changing anything. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: [],
  input: {
    ids: ids(),
    expiredDate: instant(),
    years: optional(integer({ min: 1, max: 10 })),
    timeZone: timeZone(),
    preview: boolean(false),
  },
  returns: [DeviceOutcome],
  target: lockEach,

  run({ tx, viewer, input: { preview, timeZone, ...renewal }, target }) {
    const offset = zoneOffset(timeZone)
    return changeEach<DeviceRow, SkipReason>(target, {
      preview,
      decide(device) {
        if (device.status === 'RETIRED') return 'CONFLICT'
        const expired_at = renewedDate(device, renewal, viewer.now, offset)
        if (device.expired_at?.getTime() === expired_at?.getTime()) return 'UNCHANGED'
        const renewed = { ...device, expired_at }
        return { ...renewed, ...statusByDate(renewed, viewer.now) }
      },
      save: (changes) => saveDevices(tx, changes),
    })
  },

  audit: ({ result }) => auditOfEach(result),
  recordedAs: 'saveDeviceByPalgo',
})
