import { beforeAll, expect, test } from 'vitest'
import { sampled } from '../../../contract/device-values.ts'
import { required } from '../../../contract/required.ts'
import { connectDevice, newDevice, saveDevice } from '../../testing/devices.ts'
import { ask, member, organization } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { deleteOldConnections } from '../sweep.ts'

const app = useApp({ REEVE_MQTT_PORT: '0' })
const admin = useAdmin(app)
let url: string
beforeAll(() => {
  url = required(app.gatewayUrl, 'gatewayUrl')
})

const samples = (id: string, who = admin): Promise<{ dateTime: string; numbers: object }[]> =>
  ask(app, who, `{ queryDeviceSample(deviceId: "${id}") { dateTime numbers } }`)
const numbers = async (id: string, who = admin) => (await samples(id, who)).map((each) => each.numbers)
const lastReport = async (id: string) =>
  (await ask(app, admin, `{ device(id: "${id}") { infoDateTime } }`)).infoDateTime

/** Sets the time of the device's last report, relative to the current time. */
const setTold = (id: string, when: string) =>
  app.db.execute(`update device set info_at = now() ${when} where id = $1`, [id])

async function connected(given: { tenantId?: string } = {}) {
  const device = await newDevice(app, admin, given)
  const id = device.username
  const client = await connectDevice(url, device)
  const report = (info: object, kind = 'info') =>
    client.publishAsync(`devices/${id}/${kind}`, JSON.stringify(info), { qos: 1 })
  return { id, client, report }
}

test('stores the first report in each ten-minute slot as a sample', async () => {
  const { id, client, report } = await connected()
  expect([await samples(id), await lastReport(id)]).toEqual([[], null])
  await report({ firmware: '1.0' }, 'versions')
  expect(await lastReport(id)).toBeNull()
  await report({ model: 'X', temperature: 21, flow: { value: 2.5, unit: 'm³/h' } })
  expect(await numbers(id)).toEqual([{ temperature: 21, flow: 2.5 }])
  expect(await lastReport(id)).toBe(required((await samples(id))[0], 'item of samples').dateTime)

  await setTold(id, `+ interval '1 hour'`)
  await Promise.all([22, 23, 24].map((temperature) => report({ temperature })))
  expect(await numbers(id)).toEqual([{ temperature: 21, flow: 2.5 }])

  // A report with unchanged values is stored as a sample if the last report was in an earlier ten-minute
  // slot.
  await app.db.execute('delete from device_sample where device_id = $1', [id])
  await setTold(id, `- interval '10 minutes'`)
  await report({ temperature: 24 })
  expect(await numbers(id)).toEqual([{ temperature: 24 }])
  expect(Date.parse(await lastReport(id))).toBeGreaterThan(Date.now() - 300_000)

  await setTold(id, `- interval '10 minutes'`)
  await report({ state: 'no number' })
  expect(await numbers(id)).toEqual([{ temperature: 24 }])
  await client.endAsync()
})

test('updates the time of the last report even if the reported values are unchanged', async () => {
  const { id, client, report } = await connected()
  await report({ temperature: 21 })
  await setTold(id, `- interval '2 seconds'`)
  const before = await lastReport(id)
  await report({ temperature: 21 })
  expect(Date.parse(await lastReport(id))).toBeGreaterThan(Date.parse(before))
  await client.endAsync()
})

test('stores the samples of at most one day for each device, and deletes all samples with the device', async () => {
  const { id, client, report } = await connected()
  const fill = `insert into device_sample (tenant_id, device_id, slot, at, numbers)
    select tenant_id, id, slot, now() - make_interval(mins => 10 * ((144 + 1 + extract(epoch from now())::bigint / 600 - slot) % 144)::int)
      - interval '1 second', jsonb_build_object('old', slot)
    from device_claim, generate_series(0, 143) as slot where id = $1`
  await app.db.execute(fill, [id])
  await report({ fresh: 1 })
  const all = await numbers(id)
  expect(all).toHaveLength(sampled.slots)
  expect(all.at(-1)).toEqual({ fresh: 1 })

  const count = async () =>
    (await app.db.execute('select 1 from device_sample where device_id = $1', [id])).rows.length
  // Computes the new timestamp in a CTE, because Citus does not allow stable functions of columns in SET.
  const age = `with older as (
      select tenant_id, device_id, slot, at - interval '12 hours' as at from device_sample where device_id = $1)
    update device_sample set at = older.at from older
    where device_sample.tenant_id = older.tenant_id and device_sample.device_id = older.device_id
      and device_sample.slot = older.slot`
  await app.db.execute(age, [id])
  const shown = (await samples(id)).length
  expect(shown).toBeGreaterThan(60)
  expect(shown).toBeLessThan(80)
  await deleteOldConnections(app.db.query)
  expect(await count()).toBe(shown)
  await client.endAsync()
  await ask(app, admin, `mutation { deleteDevice(id: "${id}") }`)
  expect(await count()).toBe(0)
})

test('shows an organization only samples that were recorded while the device belonged to it', async () => {
  const [first, second] = [await organization(app), await organization(app)]
  const { id, client, report } = await connected({ tenantId: first.id })
  await report({ temperature: 21 })
  const [before, after] = [await member(app, first), await member(app, second)]
  expect(await numbers(id, before)).toEqual([{ temperature: 21 }])
  await ask(app, admin, saveDevice, { id, tenantId: second.id })
  expect(await numbers(id, after)).toEqual([])
  await setTold(id, `- interval '10 minutes'`)
  await report({ temperature: 22 })
  expect(await numbers(id, after)).toEqual([{ temperature: 22 }])
  expect(await numbers(id)).toEqual([{ temperature: 21 }, { temperature: 22 }])
  await client.endAsync()
})
