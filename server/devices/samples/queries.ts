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
    description: 'Numeric values from the first infoMap report in an interval of ten minutes',
    fields: (t) => ({
      dateTime: t.expose('at', { type: 'DateTime' }),
      numbers: t.field({
        type: 'JSON',
        description: 'Up to 24 numeric values by their key in infoMap',
        resolve: ({ numbers }) => numbers,
      }),
    }),
  })

query({
  name: 'queryDeviceSample',
  description:
    "Returns numeric values that a device reported in the last 24 hours, oldest first, at most one sample per ten minutes. Members see only samples since the device joined their organization. NOT_FOUND if the device does not exist or the caller has no access. Access: same as queryDevice in the device's organization.",
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
