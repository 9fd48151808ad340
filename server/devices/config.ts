import { isDeepStrictEqual as isSame } from 'node:util'
import { required } from '../../contract/required.ts'
import { AppError } from '../core/errors.ts'
import { id } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { changesOf, ofDevice } from './audit.ts'
import { config } from './input.ts'
import { publishDevices } from './live.ts'
import { lockTarget } from './mutations.ts'
import { updateDevice } from './store.ts'
import { Device } from './types.ts'

mutation({
  name: 'updateDeviceConfig',
  description:
    'Replaces the configuration of a device. CONFLICT if the current configuration is not equal to formerConfig; the order of keys does not matter. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: [],
  input: { id: id(), config: config(), formerConfig: config() },
  returns: Device,
  targetFirst: true,
  target: lockTarget,

  async run({ tx, input, target: device }) {
    if (!isSame(device.config, input.formerConfig))
      throw new AppError('CONFLICT', { message: ['device.config'] })
    if (isSame(device.config, input.config)) return device
    const result = await updateDevice(tx, device, { config: JSON.stringify(input.config) })
    await publishDevices(tx, [result])
    return result
  },

  audit: ({ target, result }) => ({
    ...ofDevice(target),
    changes: { config: required(changesOf(target, result).config, 'config') },
  }),
})
