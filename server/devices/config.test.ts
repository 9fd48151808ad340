import { expect, test } from 'vitest'
import { auditEvents } from '../testing/audit.ts'
import { ask, member, organization, refusal } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const save = `mutation m($id: ID, $tenantId: ID, $config: JSON) {
  saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: "n", config: $config) { id } }`
const update = `mutation m($id: ID!, $config: JSON!, $formerConfig: JSON!) {
  updateDeviceConfig(id: $id, config: $config, formerConfig: $formerConfig) { config } }`
const configOf = async (id: string) => (await ask(app, admin, `{ device(id: "${id}") { config } }`)).config

test('saves a device configuration only if it has not changed since the caller read it', async () => {
  const former = { interval: 10, pressure: { low: 0.45, high: 0.8 } }
  const { id } = await ask(app, admin, save, { config: former })
  const config = { interval: 30, pressure: { low: 0.45, high: 0.8 } }
  // `formerConfig` equals the stored configuration except for the order of its keys, which does not matter.
  const formerConfig = { pressure: { high: 0.8, low: 0.45 }, interval: 10 }
  expect(await ask(app, admin, update, { id, config, formerConfig })).toEqual({ config })
  expect(await auditEvents(app.db, ['changes'], { target_id: id, action: 'UpdateDeviceConfig' })).toEqual([
    { changes: { config: [null, ['interval']] } },
  ])

  const literal = `mutation { updateDeviceConfig(id: "${id}", config: { interval: 30, pressure: { high: 0.8, low: 0.45 } },
    formerConfig: { interval: 30, pressure: { low: 0.45, high: 0.8 } }) { config } }`
  expect(await ask(app, admin, literal)).toEqual({ config })

  expect(await refusal(app, admin, update, { id, config: {}, formerConfig })).toBe('CONFLICT')
  expect(await configOf(id)).toEqual(config)
  // Saving an identical configuration changes nothing and writes no audit event.
  await ask(app, admin, update, { id, config, formerConfig: config })
  const events = await auditEvents(app.db, ['success'], { target_id: id, action: 'UpdateDeviceConfig' })
  expect(events.filter(({ success }) => success)).toHaveLength(1)
})

test('rejects configuration changes by a member and by the owner of another organization', async () => {
  const place = await organization(app)
  const { id } = await ask(app, admin, save, { tenantId: place.id, config: { a: 1 } })
  const change = { id, config: { a: 2 }, formerConfig: { a: 1 } }
  expect(await refusal(app, await member(app, place), update, change)).toBe('FORBIDDEN')
  expect(await refusal(app, (await organization(app)).owner, update, change)).toBe('NOT_FOUND')
  expect(await configOf(id)).toEqual({ a: 1 })
})
