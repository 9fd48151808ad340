import type { Selectable } from 'kysely'
import { builder } from '../../core/builder.ts'
import { AppError } from '../../core/errors.ts'
import { id } from '../../core/input.ts'
import { query } from '../../core/operation.ts'
import type { Tables } from '../../db/tables.ts'
import { managesDevices, relationsToAnyDevice } from '../access.ts'
import { loadSeenDevice } from '../types.ts'
import { findSamples } from './store.ts'

const DeviceSample = builder
  .objectRef<Pick<Selectable<Tables['device_sample']>, 'at' | 'numbers'>>('DeviceSample')
  .implement({
    description: 'Numbers of infoMap in the first report of a ten-minute slot',
    fields: (t) => ({
      dateTime: t.expose('at', { type: 'DateTime' }),
      numbers: t.field({
        type: 'JSON',
        description: 'Up to 24 numbers by key',
        resolve: ({ numbers }) => numbers,
      }),
    }),
  })

query({
  name: 'queryDeviceSample',
  description:
    "Numbers that a device reported in the last 24 hours, at most one sample per ten minutes, oldest first. Members see those since the device joined the organization. NOT_FOUND without access. Access: same as queryDevice in the device's organization.",
  can: 'DEVICE_LOOK_UP',
  input: { deviceId: id() },
  returns: [DeviceSample],
  relations: ({ viewer }) => relationsToAnyDevice(viewer),

  async run({ context, viewer, input }) {
    const device = await loadSeenDevice(context, viewer, input.deviceId)
    if (!device) throw new AppError('NOT_FOUND')
    return findSamples(context.db.query, device.id, managesDevices(viewer) ? null : device.tenant_id)
  },
})
