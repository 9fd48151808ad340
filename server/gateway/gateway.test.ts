import { connect as openSocket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { expireDevices } from '../devices/sweep.ts'
import { auditEvents } from '../testing/audit.ts'
import { closed, connectDevice, newDevice, refusedWith, setStatus } from '../testing/devices.ts'
import { ask, organization } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp({ REEVE_MQTT_PORT: '0' })
const admin = useAdmin(app)
let url: string
beforeAll(async () => {
  url = required(app.gatewayUrl, 'gatewayUrl')
})

const soon = { timeout: 10_000, interval: 20 }
const connect =
  'lastConnect { ip connectDateTime status } currentConnect { ip address connectDateTime status }'
const show = (id: string) =>
  ask(app, admin, `{ device(id: "${id}") { status versionMap infoMap lastSeenDateTime ${connect} } }`)
const online = async (id: string) => (await show(id)).currentConnect?.status === 'ONLINE'
const onlineCount = async (id: string) =>
  (await ask(app, admin, `{ getTenant(id: "${id}") { statistics { onlineDeviceCount } } }`)).statistics
    .onlineDeviceCount

test('a device is activated when it first connects, and its reports are stored before they are acknowledged', async () => {
  const { id: tenantId } = await organization(app)
  const device = await newDevice(app, admin, { tenantId })
  const id = device.username
  const client = await connectDevice(url, device)
  expect(await show(id)).toMatchObject({
    status: 'ACTIVE',
    lastConnect: null,
    currentConnect: { ip: '127.0.0.1', address: null, status: 'ONLINE' },
  })
  expect(await onlineCount(tenantId)).toBe(1)
  expect(
    await ask(app, admin, `{ queryDevice(tenantId: "${tenantId}", statusSet: [ACTIVE]) { count } }`),
  ).toEqual({
    count: 1,
  })
  expect(
    await auditEvents(app.db, ['tenant_id', 'actor_id', 'ip'], { target_id: id, action: 'ActivateDevice' }),
  ).toEqual([{ tenant_id: tenantId, actor_id: null, ip: '127.0.0.1' }])

  await client.publishAsync(`devices/${id}/versions`, '{"firmware":"1.2.3"}', { qos: 1 })
  await client.publishAsync(`devices/${id}/info`, '{"model":"X","load":{"cpu":3}}', { qos: 1 })
  expect(await show(id)).toMatchObject({
    versionMap: { firmware: '1.2.3' },
    infoMap: { model: 'X', load: { cpu: 3 } },
  })
  // Malformed reports change nothing.
  for (const wrong of ['[1]', 'no', '{"firmware":1}', `{"firmware":"${'x'.repeat(20_000)}"}`])
    await client.publishAsync(`devices/${id}/versions`, wrong, { qos: 1 })
  expect((await show(id)).versionMap).toEqual({ firmware: '1.2.3' })

  await client.endAsync()
  await expect.poll(() => online(id), soon).toBe(false)
  expect(await onlineCount(tenantId)).toBe(0)
  const before = (await show(id)).currentConnect
  expect((await show(id)).lastSeenDateTime).not.toBeNull()

  const again = await connectDevice(url, device)
  expect((await show(id)).lastConnect).toMatchObject({
    ip: before.ip,
    connectDateTime: before.connectDateTime,
  })
  await again.endAsync()
  await expect.poll(() => online(id), soon).toBe(false)
  const history = await app.db.query
    .selectFrom('device_connection')
    .selectAll()
    .where('device_id', '=', id)
    .execute()
  expect(history).toHaveLength(2)
  for (const each of history)
    expect(each).toMatchObject({ tenant_id: tenantId, disconnected_at: expect.any(Date) })
})

test('marks a device as offline when its network connection breaks', async () => {
  const device = await newDevice(app, admin)
  const client = await connectDevice(url, device, {
    will: {
      topic: `devices/${device.username}/status`,
      payload: Buffer.from('offline'),
      qos: 1,
      retain: true,
    },
  })
  client.stream.destroy()
  await expect.poll(() => online(device.username), soon).toBe(false)
})

test('a device can connect only with its current password and its own ID as client ID', async () => {
  const [one, other] = [await newDevice(app, admin), await newDevice(app, admin)]
  const { username } = one
  const held = await connectDevice(url, one)
  expect(await refusedWith(url, { username, password: 'wrong' })).toBe(4)
  expect(await refusedWith(url, { username, password: other.password })).toBe(4)
  expect(await refusedWith(url, { username: 'nobody', password: one.password })).toBe(4)
  expect(await refusedWith(url, one, { clientId: 'other' })).toBe(4)
  expect(held.connected).toBe(true)
  expect(await show(other.username)).toMatchObject({ status: 'PRODUCED', currentConnect: null })

  // A new credential closes connections that use the former credential.
  const gone = closed(held)
  const fresh = await ask(app, admin, `mutation { createDeviceCredential(id: "${username}") { gatewayUrl } }`)
  expect(fresh).toEqual({ gatewayUrl: url })
  expect(await ask(app, admin, `{ device(id: "${username}") { gatewayUrl } }`)).toEqual(fresh)
  await gone
  expect(await refusedWith(url, one)).toBe(4)
  const another = await newDevice(app, admin, { id: username })
  const back = await connectDevice(url, another)
  const goneAgain = closed(back)
  await ask(app, admin, `mutation { deleteDeviceCredential(id: "${username}") }`)
  await goneAgain
  expect(await refusedWith(url, another)).toBe(4)
})

test('a device that is suspended, retired or deleted is disconnected and cannot reconnect', async () => {
  for (const status of ['SUSPENDED', 'RETIRED', 'DELETED']) {
    const device = await newDevice(app, admin)
    const id = device.username
    const client = await connectDevice(url, device)
    const gone = closed(client)
    if (status === 'DELETED') await ask(app, admin, `mutation { deleteDevice(id: "${id}") }`)
    else await setStatus(app, admin, id, status)
    await gone
    expect(await refusedWith(url, device)).toBe(status === 'DELETED' ? 4 : 5)
    if (status === 'DELETED') continue
    await expect.poll(() => online(id), soon).toBe(false)
    expect((await show(id)).status).toBe(status)
    if (status === 'SUSPENDED') {
      await setStatus(app, admin, id, 'ACTIVE')
      await (await connectDevice(url, device)).endAsync()
    }
  }
})

test('a device cannot connect after its expiry time, and a connected one is disconnected by the expiry task', async () => {
  const device = await newDevice(app, admin)
  const id = device.username
  const client = await connectDevice(url, device)
  await app.db.query
    .updateTable('device')
    .set({ expired_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  const second = await newDevice(app, admin)
  await app.db.query
    .updateTable('device')
    .set({ expired_at: new Date(Date.now() - 1_000) })
    .where('id', '=', second.username)
    .execute()
  // The status is unchanged, because the task that marks devices as expired has not run yet.
  expect(await refusedWith(url, second)).toBe(5)
  expect((await show(second.username)).status).toBe('PRODUCED')
  const gone = closed(client)
  await expireDevices(app.db)
  await gone
  expect((await show(id)).status).toBe('EXPIRED')
  expect(await refusedWith(url, device)).toBe(5)
})

test('a device can publish only to its own report topics, and cannot subscribe to all topics', async () => {
  const [one, other] = [await newDevice(app, admin), await newDevice(app, admin)]
  for (const topic of [
    `devices/${other.username}/info`,
    'anything',
    `devices/${one.username}/other`,
    `devices/${one.username}/constructor`,
  ]) {
    const client = await connectDevice(url, one)
    const gone = closed(client)
    client.publish(topic, '{"a":1}')
    await gone
  }
  expect((await show(other.username)).infoMap).toEqual({})
  const listener = await connectDevice(url, one)
  const granted = await listener.subscribeAsync('#').catch((error) => error)
  expect(granted instanceof Error || granted[0]?.qos === 128).toBe(true)
  await listener.endAsync()
})

test('if a device connects a second time, the first connection is closed', async () => {
  const device = await newDevice(app, admin)
  const first = await connectDevice(url, device)
  const gone = closed(first)
  const second = await connectDevice(url, device)
  await gone
  expect(await online(device.username)).toBe(true)
  expect(second.connected).toBe(true)
  const open = await app.db.query
    .selectFrom('device_connection')
    .select('id')
    .where('device_id', '=', device.username)
    .where('disconnected_at', 'is', null)
    .execute()
  expect(open).toHaveLength(1)
  await second.endAsync()
})

test('a client that announces a packet of 200 MB before it authenticates is disconnected', async () => {
  const socket = openSocket({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const gone = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  // This CONNECT packet declares a length of 200 MB.
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x5f]))
  socket.write(Buffer.alloc(64 * 1024))
  await gone
})
