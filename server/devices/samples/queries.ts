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
    description: 'The numbers of infoMap as they were told first within ten minutes',
    fields: (t) => ({
      dateTime: t.expose('at', { type: 'DateTime' }),
      numbers: t.field({
        type: 'JSON',
        description: 'key to number, 24 at most',
        resolve: ({ numbers }) => numbers,
      }),
    }),
  })

query({
  name: 'queryDeviceSample',
  description:
    'what numbers a device told within 24 hours, one sample in ten minutes at most, oldest first; a member sees those since it came to the organization. who: as queryDevice, by the device’s organization; NOT_FOUND for anyone else',
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
