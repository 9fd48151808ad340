import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { emit } from '../core/events/emit.ts'
import { connectDevice, newDevice } from '../testing/devices.ts'
import { givenPerson } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { givenWebhook } from '../testing/webhooks.ts'
import { deviceEvent } from './events.ts'

const app = useApp({ REEVE_MQTT_PORT: '0', REEVE_WEBHOOK_NETWORKS: '127.0.0.0/8' })
const admin = useAdmin(app)

const iccid = '89860123456789012345'
const long = `{"iccid": ${iccid}, "nested": [-9007199254740993, {"seq": 9007199254740993}]}`

/**
 * Sends a query and returns the response as text. `variables` is JSON text, too. Parsing either text as JSON
 * would round long numbers.
 */
async function answerTo(query: string, variables: string, { access_token } = admin): Promise<string> {
  const response = await fetch(`${app.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en-US',
      authorization: `Bearer ${access_token}`,
    },
    body: `{"query": ${JSON.stringify(query)}, "variables": ${variables}}`,
  })
  return response.text()
}
const show = (id: string) =>
  answerTo('query q($id: ID!) { device(id: $id) { infoMap config } }', JSON.stringify({ id }))
const spaced = (text: string) => text.replaceAll(' ', '')

test('preserves the digits of long integers that a device reports', async () => {
  const device = await newDevice(app, admin)
  const id = device.username
  const client = await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), device)
  await client.publishAsync(`devices/${id}/info`, long, { qos: 1 })
  expect(await show(id)).toContain(`"infoMap":${spaced(long)}`)
  await client.publishAsync(`devices/${id}/info`, '{"large": 6.02e23, "exact": 9007199254740994}', { qos: 1 })
  expect(await show(id)).toContain('"infoMap":{"exact":9007199254740994,"large":6.02e+23}')
  await client.publishAsync(`devices/${id}/info`, '{"beyond": 1e309}', { qos: 1 })
  expect(await show(id)).not.toContain('beyond')
  await client.endAsync()
})

test('preserves the digits of long integers in a configuration that is sent as a variable or a literal', async () => {
  const { username: id } = await newDevice(app, admin)
  const save =
    'mutation m($id: ID, $c: JSON) { saveDeviceByPalgo(id: $id, name: "n", config: $c) { config } }'
  expect(await answerTo(save, `{"id": "${id}", "c": ${long}}`)).toContain(`"config":${spaced(long)}`)
  const changed = spaced(long).replace(iccid, '89860123456789012346')
  const same = `mutation m($id: ID!, $f: JSON!) { updateDeviceConfig(id: $id, formerConfig: $f, config: {iccid: ${iccid}}) { config } }`
  expect(await answerTo(same, `{"id": "${id}", "f": ${changed}}`)).toContain('"CONFLICT"')
  expect(await answerTo(same, `{"id": "${id}", "f": ${long}}`)).toContain(`"config":{"iccid":${iccid}}`)
})

test('rejects variables and literals with numbers outside the range of a double', async () => {
  const { username: id } = await newDevice(app, admin)
  const save =
    'mutation m($id: ID, $c: JSON) { saveDeviceByPalgo(id: $id, name: "n", config: $c) { config } }'
  expect(await answerTo(save, `{"id": "${id}", "c": {"a": 1e309}}`)).toContain('out of range for a double')
  const literal = save.replace('config: $c', 'config: {a: -1e309}')
  expect(await answerTo(literal, `{"id": "${id}"}`)).toContain('out of range for a double')
  expect(await show(id)).toContain('"config":{}')
})

test('the event feed and webhooks preserve the digits of long integers', async () => {
  const owner = await givenPerson(app)
  const { tenant, receiver } = await givenWebhook(app, owner)
  const more = { seq: 9007199254740993n }
  await app.db.transaction((tx) =>
    emit(tx, [deviceEvent('device.status', { tenant_id: tenant, id: 'counter' }, more)]),
  )
  const digits = '"seq":9007199254740993'
  await expect.poll(() => receiver.received.map(({ body }) => body).join()).toContain(digits)
  const feed = 'query q($id: ID!) { queryEvent(tenantId: $id) { data { payload } } }'
  expect(await answerTo(feed, JSON.stringify({ id: tenant }), owner)).toContain(digits)
})
