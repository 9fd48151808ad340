import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminTokens, startApp, type TestApp, type Tokens } from '../testing/app.ts'
import {
  closed,
  connectDevice,
  expectDevicesSound,
  newDevice,
  refusedWith,
  setStatus,
} from '../testing/devices.ts'
import { ask } from '../testing/organizations.ts'

// Uses a separate broker that authenticates each client through the server, like brokers with HTTP
// authentication.

const secret = 'a secret of the broker'
const authorization = `Basic ${Buffer.from(`reeve:${secret}`).toString('base64')}`
let broker: Aedes
let server: Server
let brokerUrl: string
let app: TestApp
let admin: Tokens

beforeAll(async () => {
  broker = await Aedes.createBroker({
    async authenticate(client, username, password, done) {
      const own = username === 'reeve' && `${password}` === secret
      if (own) return done(null, true)
      const answer = await question({
        username,
        password: `${password}`,
        clientid: client.id,
        ip: '192.0.2.9',
      })
      done(null, answer.status === 200)
    },
  })
  server = createServer(broker.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  brokerUrl = `mqtt://127.0.0.1:${port}`
  app = await startApp({ REEVE_MQTT_URL: `mqtt://reeve:${encodeURIComponent(secret)}@127.0.0.1:${port}` })
  admin = await adminTokens(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  server.close()
  await new Promise<void>((done) => broker.close(done))
})

const question = (body: object, given = authorization) =>
  app.post('/api/devices/authenticate', body, { authorization: given })
const show = (id: string) =>
  ask(app, admin, `{ device(id: "${id}") { status versionMap currentConnect { ip status } } }`)
const soon = { timeout: 10_000, interval: 20 }

/** Connects as a device does to an external broker: with a last will and retained status messages. */
async function join(device: { username: string; password: string }) {
  const topic = `devices/${device.username}/status`
  const client = await connectDevice(brokerUrl, device, {
    will: { topic, payload: Buffer.from('offline'), qos: 1, retain: true },
  })
  await client.publishAsync(topic, 'online', { qos: 1, retain: true })
  return client
}

test('the server authenticates devices only at the request of the broker, and only with valid credentials', async () => {
  const device = await newDevice(app, admin)
  const whole = { ...device, clientid: device.username }
  expect((await question(whole, 'Basic nonsense')).status).toBe(401)
  expect((await question({ ...whole, password: 'wrong' })).status).toBe(403)
  expect((await question({ ...whole, clientid: 'other' })).status).toBe(403)
  expect((await question({ nonsense: true })).status).toBe(403)
  expect((await show(device.username)).status).toBe('PRODUCED')
  expect(await question(whole)).toMatchObject({ status: 200, body: { result: 'allow' } })
})

test('the server records that a device connects to the broker, reports a version and disconnects', async () => {
  const device = await newDevice(app, admin)
  const id = device.username
  const client = await join(device)
  expect(await show(id)).toMatchObject({
    status: 'ACTIVE',
    currentConnect: { ip: '192.0.2.9', status: 'ONLINE' },
  })
  await client.publishAsync(`devices/${id}/versions`, '{"firmware":"9"}', { qos: 1 })
  await expect.poll(async () => (await show(id)).versionMap, soon).toEqual({ firmware: '9' })
  client.stream.destroy()
  await expect.poll(async () => (await show(id)).currentConnect.status, soon).toBe('OFFLINE')
  await expectDevicesSound(app)
})

test('the broker disconnects and refuses a device that an administrator suspends', async () => {
  const device = await newDevice(app, admin)
  const client = await join(device)
  const gone = closed(client)
  await setStatus(app, admin, device.username, 'SUSPENDED')
  await gone
  expect(await refusedWith(brokerUrl, device)).toBe(5)
  await expect.poll(async () => (await show(device.username)).currentConnect.status, soon).toBe('OFFLINE')
  await expectDevicesSound(app)
})

test('a device is marked as offline or online when it publishes that status', async () => {
  const device = await newDevice(app, admin)
  const id = device.username
  const client = await join(device)
  await client.publishAsync(`devices/${id}/status`, 'offline', { qos: 1, retain: true })
  await expect.poll(async () => (await show(id)).currentConnect.status, soon).toBe('OFFLINE')
  await client.publishAsync(`devices/${id}/status`, 'online', { qos: 1, retain: true })
  await expect.poll(async () => (await show(id)).currentConnect.status, soon).toBe('ONLINE')
  await expectDevicesSound(app)
  await client.endAsync()
})
