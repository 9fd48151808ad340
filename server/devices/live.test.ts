import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import type { Tokens } from '../testing/app.ts'
import { connectDevice, newDevice, saveDevice, setStatus } from '../testing/devices.ts'
import { ask, member, type Organization, organization, refusal } from '../testing/organizations.ts'
import { openStream, type Stream } from '../testing/stream.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp({ REEVE_MQTT_PORT: '0' })
const admin = useAdmin(app)
let owned: Organization
const open: Stream[] = []
beforeAll(async () => {
  owned = await organization(app)
})
afterAll(async () => {
  for (const stream of open) await stream.close()
})

const changed = (tenantId?: string) =>
  `subscription { deviceChanged${tenantId ? `(tenantId: "${tenantId}")` : ''} { id status currentConnect { status } } }`
async function listen(who: Tokens, tenantId?: string): Promise<Stream> {
  const stream = await openStream(app.url, who.access_token, changed(tenantId))
  open.push(stream)
  return stream
}
const event = (id: string, status: string, connect?: string) => ({
  payload: {
    data: { deviceChanged: { id, status, currentConnect: connect ? { status: connect } : null } },
  },
})

test('a subscription to an organization receives live updates only about devices of that organization', async () => {
  const other = await organization(app)
  const plain = await member(app, owned)
  const streams = [await listen(plain, owned.id), await listen(admin), await listen(admin, owned.id)]
  const elsewhere = await listen(other.owner, other.id)
  const device = await newDevice(app, admin, { tenantId: owned.id })
  const id = device.username
  // An update contains the state of the device at the time of sending, and pending updates are merged. The
  // test therefore reads each update before it makes the next change.
  for (const stream of streams) expect(await stream.next()).toEqual(event(id, 'PRODUCED'))
  const client = await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), device)
  await client.endAsync()
  for (const stream of streams) {
    let seen = await stream.next()
    while (JSON.stringify(seen) !== JSON.stringify(event(id, 'ACTIVE', 'OFFLINE'))) seen = await stream.next()
  }
  const theirs = await newDevice(app, admin, { tenantId: other.id })
  expect(await elsewhere.next()).toEqual(event(theirs.username, 'PRODUCED'))
  expect(await refusal(app, other.owner, `query { queryDevice(tenantId: "${owned.id}") { count } }`)).toBe(
    'FORBIDDEN',
  )
})

test('sends a live update for each device that a bulk mutation changes', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await ask(app, admin, saveDevice, { tenantId: owned.id })).id),
  )
  const stream = await listen(await member(app, owned), owned.id)
  await ask(
    app,
    admin,
    'mutation ($ids: [ID!]!) { updateDevicesByStatus(ids: $ids, status: RETIRED) { result } }',
    {
      ids,
    },
  )
  const awaited = new Set(ids.map((id) => JSON.stringify(event(id, 'RETIRED'))))
  while (awaited.size) {
    const event = await stream.next()
    expect(event, 'the stream goes on').toBeDefined()
    awaited.delete(JSON.stringify(event))
  }
})

test('a subscription to one device receives only updates about that device', async () => {
  const [one, other] = [await ask(app, admin, saveDevice), await ask(app, admin, saveDevice)]
  const stream = await openStream(
    app.url,
    admin.access_token,
    `subscription { deviceChanged(id: "${one.id}") { id status } }`,
  )
  open.push(stream)
  for (const { id } of [other, one]) await setStatus(app, admin, id, 'SUSPENDED')
  const status = 'SUSPENDED'
  expect(await stream.next()).toEqual({ payload: { data: { deviceChanged: { id: one.id, status } } } })
})

test('a member who is removed from an organization receives no more live updates', async () => {
  const plain = await member(app, owned)
  const stream = await listen(plain, owned.id)
  const { id } = await ask(app, admin, saveDevice, { tenantId: owned.id })
  expect(await stream.next()).toEqual(event(id, 'PRODUCED'))
  await ask(
    app,
    owned.owner,
    `mutation { removeTenantOperator(tenantId: "${owned.id}", operatorId: "${plain.id}") { id } }`,
  )
  await setStatus(app, admin, id, 'SUSPENDED')
  const last = await stream.next()
  expect(JSON.stringify(last)).not.toContain(id)
  expect(JSON.stringify(last)).toContain('FORBIDDEN')
})

test('rejects subscriptions to devices that the viewer cannot read', async () => {
  const stranger = await app.person()
  for (const tenantId of [owned.id, undefined])
    expect(await refusal(app, stranger, changed(tenantId))).toBe('FORBIDDEN')
  // A subscription to a device id requires access to the device's organization.
  const { id } = await ask(app, admin, saveDevice, { tenantId: owned.id })
  const one = `subscription { deviceChanged(id: "${id}") { id } }`
  for (const who of [stranger, owned.owner]) expect(await refusal(app, who, one)).toBe('FORBIDDEN')
  const other = await organization(app)
  const theirs = `subscription { deviceChanged(id: "${id}", tenantId: "${other.id}") { id } }`
  await using stream = await openStream(app.url, other.owner.access_token, theirs)
  await setStatus(app, admin, id, 'SUSPENDED')
  await ask(app, admin, saveDevice, { id, tenantId: other.id })
  expect(await stream.next()).toEqual({ payload: { data: { deviceChanged: { id } } } })
})
