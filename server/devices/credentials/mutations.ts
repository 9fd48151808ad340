import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { builder } from '../../core/builder.ts'
import { id, listOf } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import { ofDevice } from '../audit.ts'
import { lockEach } from '../bulk.ts'
import { publishToGateways } from '../live.ts'
import { lockTarget } from '../mutations.ts'
import { Device } from '../types.ts'
import { replaceCredentials, revokeCredential } from './store.ts'

interface Credential {
  username: string
  password: string
}

const DeviceCredential = builder.objectRef<Credential>('DeviceCredential').implement({
  description:
    'Credential that a device uses to connect to the gateway. The password cannot be retrieved again.',
  fields: (t) => ({
    username: t.exposeString('username'),
    password: t.exposeString('password'),
    gatewayUrl: t.string({
      nullable: true,
      description: 'URL of the MQTT gateway, mqtt://HOST:PORT; null if this server has no gateway',
      resolve: (_credential, _args, context) => context.services.gatewayUrl(),
    }),
  }),
})

builder.objectField(Device, 'gatewayUrl', (t) =>
  t.string({
    nullable: true,
    description: 'URL of the MQTT gateway, mqtt://HOST:PORT; null if this server has no gateway',
    resolve: (_device, _args, context) => context.services.gatewayUrl(),
  }),
)

mutation({
  name: 'createDeviceCredential',
  description:
    'Creates a credential for a device. The credential replaces the previous one, and the device is disconnected. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: ['CREDENTIALS'],
  input: { id: id() },
  returns: DeviceCredential,
  targetFirst: true,
  target: lockTarget,

  async run({ tx, target: { id } }) {
    const password = required((await replaceCredentials(tx, [id])).get(id), 'item of replaceCredentials')
    await publishToGateways(tx, [id])
    return { username: id, password }
  },

  audit: ({ target }) => ({ ...ofDevice(target), always: true, changes: {} }),
})

mutation({
  name: 'createDeviceCredentials',
  description:
    'Creates credentials for up to 1,000 devices, like createDeviceCredential, for example on a production line. Devices that do not exist are skipped. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: ['CREDENTIALS'],
  input: { ids: listOf(id(), limits.batch) },
  returns: [DeviceCredential],
  target: lockEach,

  async run({ tx, target: devices }) {
    if (!devices.length) return []
    const ids = devices.map((device) => device.id)
    const passwords = await replaceCredentials(tx, ids)
    await publishToGateways(tx, ids)
    return ids.map((username) => ({
      username,
      password: required(passwords.get(username), 'item of passwords'),
    }))
  },

  audit: ({ target }) => target.map((device) => ({ ...ofDevice(device), always: true, changes: {} })),
  recordedAs: 'createDeviceCredential',
})

mutation({
  name: 'deleteDeviceCredential',
  description:
    'Revokes the credential of a device and disconnects the device. The device cannot connect until it has a new credential. Access: same as saveDeviceByPalgo.',
  can: 'DEVICE_MANAGE',
  effects: [],
  input: { id: id() },
  returns: 'Boolean',
  targetFirst: true,
  target: lockTarget,

  async run({ tx, target: { id } }) {
    await revokeCredential(tx, id)
    await publishToGateways(tx, [id])
    return true
  },

  audit: ({ target }) => ({ ...ofDevice(target), always: true, changes: {} }),
})
