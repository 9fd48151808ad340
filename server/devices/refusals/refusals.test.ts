import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import {
  closed,
  connectDevice,
  newDevice,
  refusedWith,
  saveDevice,
  setStatus,
} from '../../testing/devices.ts'
import { ask, member, organization, refusal } from '../../testing/organizations.ts'
import { openStream } from '../../testing/stream.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { deleteOldConnections } from '../sweep.ts'

const app = useApp({ REEVE_MQTT_PORT: '0' })
const admin = useAdmin(app)
let url: string
beforeAll(() => {
  url = required(app.gatewayUrl, 'gatewayUrl')
})

const why = async (id: string, who = admin) =>
  ask(app, who, `{ device(id: "${id}") { offlineReason refusedDateTime } }`)
const refused = (id: string, who = admin, more = '') =>
  ask(
    app,
    who,
    `{ queryDeviceRefusal(deviceId: "${id}"${more}) { count next data { reason count ip firstDateTime lastDateTime } } }`,
  )
const reasons = async (id: string) =>
  (await refused(id)).data.map(({ reason, count }: { reason: string; count: number }) => [reason, count])
const isOffline = async (id: string) =>
  (await ask(app, admin, `{ device(id: "${id}") { currentConnect { status } } }`)).currentConnect.status ===
  'OFFLINE'
const soon = { timeout: 10_000, interval: 20 }

test('shows why a device is offline, for example because of a wrong password, a revoked credential or a suspension', async () => {
  const { id } = await ask(app, admin, saveDevice)
  expect(await why(id)).toEqual({ offlineReason: 'CREDENTIAL_NONE', refusedDateTime: null })
  expect(await refusedWith(url, { username: id, password: 'none yet' })).toBe(4)
  expect(await why(id)).toEqual({ offlineReason: 'CREDENTIAL_NONE', refusedDateTime: expect.any(String) })

  const device = await newDevice(app, admin, { id })
  expect((await why(id)).offlineReason).toBe('NEVER_CONNECTED')
  expect(await refusedWith(url, { username: id, password: 'wrong' })).toBe(4)
  expect((await why(id)).offlineReason).toBe('PASSWORD')
  expect(await refusedWith(url, device, { clientId: 'another' })).toBe(4)
  expect((await why(id)).offlineReason).toBe('CLIENT_ID')

  const client = await connectDevice(url, device)
  expect(await why(id)).toEqual({ offlineReason: null, refusedDateTime: null })
  // While the device is online, another client sends a wrong password. This refusal does not explain a later
  // disconnection.
  expect(await refusedWith(url, { username: id, password: 'wrong' })).toBe(4)
  expect((await why(id)).offlineReason).toBeNull()
  await client.endAsync()
  await expect.poll(() => isOffline(id), soon).toBe(true)
  expect((await why(id)).offlineReason).toBe('LOST')

  await ask(app, admin, `mutation { deleteDeviceCredential(id: "${id}") }`)
  expect(await refusedWith(url, device)).toBe(4)
  expect((await why(id)).offlineReason).toBe('CREDENTIAL_REVOKED')
  const again = await newDevice(app, admin, { id })
  // The refusal is older than the current credential, so it no longer applies.
  expect((await why(id)).offlineReason).toBe('LOST')

  await setStatus(app, admin, id, 'SUSPENDED')
  expect(await refusedWith(url, again)).toBe(5)
  // A client with a wrong password must not learn the status of the device, so it gets return code 4, and the
  // refusal is not counted as SUSPENDED.
  expect(await refusedWith(url, device)).toBe(4)
  expect((await why(id)).offlineReason).toBe('SUSPENDED')
  await setStatus(app, admin, id, 'ACTIVE')
  const past = new Date(Date.now() - 60_000).toISOString()
  await ask(app, admin, saveDevice, { id, expiredDate: past })
  expect(await refusedWith(url, again)).toBe(5)
  expect((await why(id)).offlineReason).toBe('EXPIRED')
  await setStatus(app, admin, id, 'RETIRED')
  expect(await refusedWith(url, again)).toBe(5)
  expect((await why(id)).offlineReason).toBe('RETIRED')

  const counted = await reasons(id)
  expect(Object.fromEntries(counted)).toMatchObject({
    CREDENTIAL_NONE: 1,
    CLIENT_ID: 1,
    CREDENTIAL_REVOKED: 1,
    SUSPENDED: 1,
    EXPIRED: 1,
    RETIRED: 1,
  })
})

test('lists and logs the reasons why connections and messages of a device were refused', async () => {
  const device = await newDevice(app, admin)
  const id = device.username
  const shown = async () => Object.fromEntries(await reasons(id))
  const mqtt5 = await connectDevice(url, device, { protocolVersion: 5 }).catch(() => undefined)
  expect(mqtt5).toBeUndefined()
  await expect.poll(shown, soon).toEqual({ PROTOCOL: 1 })
  expect((await why(id)).offlineReason).toBe('PROTOCOL')

  const client = await connectDevice(url, device)
  const publish = (payload: string | Buffer) => client.publishAsync(`devices/${id}/info`, payload, { qos: 1 })
  await publish(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))
  await publish(`{"a":"${'x'.repeat(17_000)}"}`)
  await publish('[1]')
  await expect.poll(shown, soon).toEqual({ PROTOCOL: 1, REPORT_ENCODING: 1, REPORT_SIZE: 1, REPORT_FORM: 1 })
  const gone = closed(client)
  client.publish('devices/another/info', '{}', { qos: 1 })
  await gone
  await expect.poll(shown, soon).toMatchObject({ TOPIC: 1 })
  expect(await refusedWith(url, device, { clientId: 'another' })).toBe(4)
  const logged = app.log.map((line) => JSON.parse(line)).filter(({ device }) => device === id)
  expect(logged.map(({ reason }) => reason)).toEqual([
    ...['PROTOCOL', 'REPORT_ENCODING', 'REPORT_SIZE', 'REPORT_FORM', 'TOPIC', 'CLIENT_ID'],
  ])
})

test('reads reports that have a byte order mark or trailing NUL characters', async () => {
  const device = await newDevice(app, admin)
  const client = await connectDevice(url, device)
  const lastReport = async () =>
    (await ask(app, admin, `{ device(id: "${device.username}") { infoMap } }`)).infoMap
  for (const [index, text] of [
    '\ufeff{"t":0}',
    '{"t":1}\0',
    '{"t":2}\0\0\n',
    '\ufeff{"t":3}\r\n',
  ].entries()) {
    await client.publishAsync(`devices/${device.username}/info`, text, { qos: 1 })
    expect(await lastReport()).toEqual({ t: index })
  }
  expect(await reasons(device.username)).toEqual([])
  await client.endAsync()
})

test('stores refusals with the same reason in one row per hour, and ignores unknown devices', async () => {
  const { username } = await newDevice(app, admin)
  const wrong = { username, password: 'wrong' }
  await Promise.all(Array.from({ length: 20 }, () => refusedWith(url, wrong)))
  await refusedWith(url, { username: 'nobody-at-all', password: 'x' })
  const kept = await app.db.query
    .selectFrom('device_refusal')
    .selectAll()
    .where('device_id', 'in', [username, 'nobody-at-all'])
    .execute()
  // The refusals are in two rows if a new hour began during the test.
  expect(kept.length).toBeLessThanOrEqual(2)
  expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(20)
  expect((await refused(username)).data[0]).toMatchObject({ reason: 'PASSWORD', ip: '127.0.0.1' })
})

test('sends a live update when a connection is refused', async () => {
  const device = await newDevice(app, admin)
  const id = device.username
  const stream = await openStream(
    app.url,
    admin.access_token,
    `subscription { deviceChanged(id: "${id}") { offlineReason } }`,
  )
  expect(await refusedWith(url, { ...device, password: 'wrong' })).toBe(4)
  expect(await stream.next()).toEqual({
    payload: { data: { deviceChanged: { offlineReason: 'PASSWORD' } } },
  })
  await stream.close()
})

test("hides earlier refusals from a device's new organization, and shows an expired organization as offline reason", async () => {
  const [first, second] = [await organization(app), await organization(app)]
  const device = await newDevice(app, admin, { tenantId: first.id })
  const id = device.username
  await refusedWith(url, { ...device, password: 'wrong' })
  const [before, after] = [await member(app, first), await member(app, second)]
  expect((await refused(id, before)).count).toBe(1)
  expect((await why(id, before)).offlineReason).toBe('PASSWORD')
  await ask(app, admin, saveDevice, { id, tenantId: second.id })
  expect(await why(id, after)).toEqual({ offlineReason: 'NEVER_CONNECTED', refusedDateTime: null })
  expect((await refused(id, after)).count).toBe(0)
  expect((await refused(id)).count).toBe(1)
  expect(await refusal(app, before, `query { queryDeviceRefusal(deviceId: "${id}") { count } }`)).toBe(
    'NOT_FOUND',
  )

  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: new Date(Date.now() - 1_000) })
    .where('id', '=', second.id)
    .execute()
  expect((await why(id)).offlineReason).toBe('ORGANIZATION_EXPIRED')
})

test('lists the latest refusals first, and deletes refusals after 30 days or with the device', async () => {
  const { username: id } = await newDevice(app, admin)
  const insert = `insert into device_refusal (tenant_id, device_id, hour, reason, count, first_at, last_at, ip)
    select tenant_id, id, date_trunc('hour', now()) - n * interval '1 hour', 'PASSWORD', n, now() - n * interval '1 hour',
      now() - n * interval '1 hour', '192.0.2.7'
    from device_claim, unnest($2::integer[]) as n where id = $1`
  await app.db.execute(insert, [id, [1, 2, 3, 800]])
  const page = await refused(id, admin, ', pageSize: 2')
  expect(page).toMatchObject({ count: 4, data: [{ count: 1 }, { count: 2 }] })
  expect((await refused(id, admin, `, pageSize: 2, after: "${page.next}"`)).data).toMatchObject([
    { count: 3 },
    { count: 800 },
  ])
  const since = new Date(Date.now() - 2.5 * 3_600_000).toISOString()
  expect((await refused(id, admin, `, minDateTime: "${since}"`)).count).toBe(2)
  await deleteOldConnections(app.db.query)
  expect((await refused(id)).count).toBe(3)
  await ask(app, admin, `mutation { deleteDevice(id: "${id}") }`)
  const left = await app.db.execute('select 1 from device_refusal where device_id = $1', [id])
  expect(left.rows).toEqual([])
})
