import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { assignPositions } from '../core/events/positions.ts'
import { emitExpiring } from '../devices/sweep.ts'
import { connectDevice, newDevice } from '../testing/devices.ts'
import { json, listen } from '../testing/http-server.ts'
import { ask, organization } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp({ REEVE_MQTT_PORT: '0', REEVE_WEBHOOK_NETWORKS: '127.0.0.1' })
const admin = useAdmin(app)

const feed = 'query q($tenant: ID) { queryEvent(tenantId: $tenant, pageSize: 100) { data { type payload } } }'

const typesOf = async (
  deviceId: string,
  who: Parameters<typeof ask>[1],
  tenant?: string,
): Promise<string[]> => {
  await assignPositions(app.db, async () => {})
  const { data } = await ask(app, who, feed, { tenant })
  return data
    .filter(({ payload }: { payload: { deviceId?: string } }) => payload.deviceId === deviceId)
    .map(({ type }: { type: string }) => type)
}

test('records device connection events only if the feed was read in the last day or a webhook subscribes', async () => {
  const { id, owner } = await organization(app)
  const other = await organization(app)
  const credential = await newDevice(app, admin, { id: 'come-and-go', tenantId: id })
  const { rows } = await app.db.execute('select count(*) as count from event_reading')
  expect(rows[0].count).toBe(0)
  const isOnline = async () =>
    (await app.db.execute("select online from device_presence where id = 'come-and-go'")).rows[0].online
  const comeAndGo = async () => {
    const client = await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), credential)
    await client.endAsync()
    await expect.poll(isOnline).toBe(false)
  }
  await comeAndGo()
  // Reading the feed of another organization does not turn on events about connections.
  await typesOf('come-and-go', other.owner, other.id)
  await comeAndGo()
  const first = ['device.registered', 'device.status']
  expect(await typesOf('come-and-go', owner, id)).toEqual(first)
  await comeAndGo()
  const more = [...first, 'device.online', 'device.offline']
  expect(await typesOf('come-and-go', owner, id)).toEqual(more)

  await app.db.execute("update event_reading set read_at = now() - interval '25 hours'")
  await comeAndGo()
  await using receiver = await listen((_received, response) => json(response, {}))
  const create =
    'mutation m($id: ID, $url: String!) { createWebhook(tenantId: $id, url: $url, events: ["device.online"]) { secret } }'
  await ask(app, owner, create, { id, url: `http://${receiver.host}/` })
  await comeAndGo()
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body).type))
    .toEqual(['device.online'])
  expect(await typesOf('come-and-go', owner, id)).toEqual([...more, 'device.online'])
})

test('records an event 30, 7 and 1 days before a device expires, once each', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
  await newDevice(app, admin, { id: 'expires', expiredDate: days(30.5) })
  const look = () => app.db.transaction(emitExpiring)
  const countNotices = async (left: number) => {
    await app.db.query
      .updateTable('device')
      .set({ expired_at: days(left) })
      .where('id', '=', 'expires')
      .execute()
    // Simulates that expiring devices were last checked a day ago.
    await app.db.execute("update device_expiry_told set until = now() - interval '1 day'")
    await Promise.all([look(), look()])
    await look()
    return (await typesOf('expires', admin)).filter((type) => type === 'device.expiring').length
  }
  expect(await countNotices(30.5)).toBe(0)
  expect(await countNotices(29.5)).toBe(1)
  expect(await countNotices(28.5)).toBe(1)
  expect(await countNotices(6.5)).toBe(2)
  expect(await countNotices(0.5)).toBe(3)
})
