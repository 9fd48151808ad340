import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import {
  closed,
  connectDevice,
  expectDevicesSound,
  newDevice,
  saveDevice,
  setStatus,
} from '../testing/devices.ts'
import { ask, organization, refusal } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp({ REEVE_MQTT_PORT: '0' })
const admin = useAdmin(app)

const outcome = '{ device { id status } status expiredDate result }'
const statusOf = `mutation m($ids: [ID!]!, $status: DeviceStatus!, $preview: Boolean = false) {
  updateDevicesByStatus(ids: $ids, status: $status, preview: $preview) ${outcome} }`
const renew = `mutation m($ids: [ID!]!, $expiredDate: DateTime!, $years: Int, $timeZone: String, $preview: Boolean = false) {
  renewDevices(ids: $ids, expiredDate: $expiredDate, years: $years, timeZone: $timeZone, preview: $preview) ${outcome} }`
const summary = (outcomes: { device: { id: string; status: string }; status: string; result: string }[]) =>
  Object.fromEntries(
    outcomes.map(({ device, status, result }) => [device.id, `${device.status} ${status} ${result}`]),
  )

test('a preview shows which devices can be suspended without changing them, and the mutation then suspends them', async () => {
  for (const id of ['a1', 'a2', 'a3']) await ask(app, admin, saveDevice, { id })
  await setStatus(app, admin, 'a2', 'SUSPENDED')
  await setStatus(app, admin, 'a3', 'RETIRED')
  const variables = { ids: ['a1', 'a2', 'a3', 'unknown'], status: 'SUSPENDED' }
  expect(summary(await ask(app, admin, statusOf, { ...variables, preview: true }))).toEqual({
    a1: 'PRODUCED SUSPENDED CHANGED',
    a2: 'SUSPENDED SUSPENDED UNCHANGED',
    a3: 'RETIRED RETIRED CONFLICT',
  })
  expect(await ask(app, admin, '{ device(id: "a1") { status } }')).toEqual({ status: 'PRODUCED' })
  expect(summary(await ask(app, admin, statusOf, variables))).toMatchObject({
    a1: 'SUSPENDED SUSPENDED CHANGED',
  })
  const events = await app.db.query
    .selectFrom('audit_event')
    .select(['target_id', 'changes'])
    .where('action', '=', 'UpdateDeviceByStatus')
    .where('target_id', 'in', ['a1', 'a2', 'a3'])
    .orderBy('id')
    .execute()
  expect(events.filter(({ target_id }) => target_id === 'a1')).toEqual([
    { target_id: 'a1', changes: { status: ['PRODUCED', 'SUSPENDED'] } },
  ])
  await expectDevicesSound(app)
})

test('a renewal to a past date disconnects a device, and a renewal to a future date reactivates the device', async () => {
  const device = await newDevice(app, admin, { id: 'b1' })
  const client = await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), device)
  const gone = closed(client)
  const passed = '2020-01-01T00:00:00.000Z'
  const later = '2040-01-01T00:00:00.000Z'
  expect(summary(await ask(app, admin, renew, { ids: ['b1'], expiredDate: passed }))).toEqual({
    b1: 'EXPIRED EXPIRED CHANGED',
  })
  await gone
  expect(summary(await ask(app, admin, renew, { ids: ['b1', 'a3'], expiredDate: later }))).toEqual({
    b1: 'ACTIVE ACTIVE CHANGED',
    a3: 'RETIRED RETIRED CONFLICT',
  })
  await (await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), device)).endAsync()
})

test('a renewal by years extends future expiry dates, replaces past dates and skips devices without a date', async () => {
  const ends = {
    d1: '2040-03-04T15:59:59.999Z',
    d2: '2020-01-01T00:00:00.000Z',
    d3: undefined,
    d4: '2040-02-29T12:00:00.000Z',
    // In a time zone eight hours ahead of UTC, this timestamp is the start of March 1.
    d5: '2039-02-28T16:00:00.000Z',
  }
  for (const [id, expiredDate] of Object.entries(ends)) await ask(app, admin, saveDevice, { id, expiredDate })
  const ids = Object.keys(ends)
  const expiredDate = '2036-11-23T15:59:59.999Z'
  const outcomes = await ask(app, admin, renew, { ids, expiredDate, years: 2 })
  expect(
    outcomes.map((each: { device: { id: string }; expiredDate: string; result: string }) => [
      each.device.id,
      each.expiredDate,
      each.result,
    ]),
  ).toEqual([
    ['d1', '2042-03-04T15:59:59.999Z', 'CHANGED'],
    ['d2', expiredDate, 'CHANGED'],
    ['d3', null, 'UNCHANGED'],
    ['d4', '2042-02-28T12:00:00.000Z', 'CHANGED'],
    ['d5', '2041-02-28T16:00:00.000Z', 'CHANGED'],
  ])
  const leap = { ids: ['d5'], expiredDate, years: 3 }
  const until = async (timeZone: string) =>
    (await ask(app, admin, renew, { ...leap, timeZone, preview: true }))[0].expiredDate
  expect(await until('UTC')).toBe('2044-02-28T16:00:00.000Z')
  expect(await until('Asia/Shanghai')).toBe('2044-02-29T16:00:00.000Z')
  expect(await refusal(app, admin, renew, { ...leap, timeZone: 'Asia/Nowhere' })).toBe('BAD_INPUT')
  expect(await refusal(app, admin, renew, { ids, expiredDate, years: 0 })).toBe('BAD_INPUT')
})

test('rejects bulk changes by owners of organizations, without revealing whether the devices exist', async () => {
  const { owner, id: tenantId } = await organization(app)
  await ask(app, admin, saveDevice, { id: 'c1', tenantId })
  for (const ids of [['c1'], ['unknown']]) {
    expect(await refusal(app, owner, statusOf, { ids, status: 'RETIRED' })).toBe('FORBIDDEN')
    expect(await refusal(app, owner, renew, { ids, expiredDate: '2040-01-01T00:00:00Z' })).toBe('FORBIDDEN')
  }
  expect(await ask(app, owner, '{ device(id: "c1") { status expiredDate } }')).toEqual({
    status: 'PRODUCED',
    expiredDate: null,
  })
})

test('after a device moves to another organization, that organization sees only connections since the move', async () => {
  const [from, to] = [await organization(app), await organization(app)]
  const device = await newDevice(app, admin, { id: 'h1', tenantId: from.id })
  await (await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), device)).endAsync()
  const client = await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), device)
  const list =
    '{ queryDeviceConnection(deviceId: "h1", pageSize: 2) { count next data { id ip connectDateTime disconnectDateTime } } }'
  const own = await ask(app, from.owner, list)
  expect(own).toMatchObject({
    count: 2,
    data: [{ ip: '127.0.0.1', disconnectDateTime: null }, { ip: '127.0.0.1' }],
  })
  await ask(app, admin, saveDevice, { id: 'h1', tenantId: to.id })
  expect(client.connected).toBe(true)
  expect(await ask(app, to.owner, list)).toMatchObject({ count: 1, data: [{ disconnectDateTime: null }] })
  expect(await refusal(app, from.owner, list)).toBe('NOT_FOUND')
  const whole = await ask(app, admin, list)
  expect(whole).toMatchObject({ count: 3, data: [{ disconnectDateTime: null }, {}] })
  await client.endAsync()
  await expect
    .poll(async () => (await ask(app, to.owner, list)).data[0].disconnectDateTime, { timeout: 10_000 })
    .not.toBeNull()
  await expectDevicesSound(app)
})
