import { expect, test } from 'vitest'
import { foldCounts } from '../core/counts/counts.ts'
import { auditEvents } from '../testing/audit.ts'
import { ask } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { expireDevices } from './sweep.ts'

const app = useApp()
const admin = useAdmin(app)

const save = `mutation m($id: ID, $expiredDate: DateTime) {
  saveDeviceByPalgo(id: $id, name: "n", expiredDate: $expiredDate) { id status validDays } }`
const count = async (status: string) =>
  (await ask(app, admin, `{ queryDevice(statusSet: [${status}]) { count } }`)).count
const soon = new Date(Date.now() + 3_600_000).toISOString()
const later = new Date(Date.now() + 86_400_000 * 3.5).toISOString()

test('expires devices after the expiry date, and restores the former status when the date is extended or removed', async () => {
  const made = await ask(app, admin, save, { expiredDate: soon })
  const active = await ask(app, admin, save, { expiredDate: soon })
  expect(made).toMatchObject({ status: 'PRODUCED', validDays: 0 })
  const setStatus = (id: string, status: string) =>
    ask(app, admin, `mutation { updateDeviceByStatus(id: "${id}", status: ${status}) { status } }`)
  await setStatus(active.id, 'ACTIVE')
  expect(await count('PRODUCED')).toBe(1)
  await app.db.query
    .updateTable('device')
    .set({ expired_at: new Date(Date.now() - 1_000) })
    .execute()
  await expireDevices(app.db)
  expect([await count('PRODUCED'), await count('ACTIVE'), await count('EXPIRED')]).toEqual([0, 0, 2])
  await foldCounts(app.db)
  expect([await count('PRODUCED'), await count('ACTIVE'), await count('EXPIRED')]).toEqual([0, 0, 2])
  expect(await ask(app, admin, `{ device(id: "${made.id}") { status validDays } }`)).toEqual({
    status: 'EXPIRED',
    validDays: 0,
  })

  expect(await ask(app, admin, save, { id: made.id, expiredDate: later })).toMatchObject({
    status: 'PRODUCED',
    validDays: 3,
  })
  expect(await ask(app, admin, save, { id: active.id, expiredDate: null })).toMatchObject({
    status: 'ACTIVE',
    validDays: null,
  })
  expect([await count('PRODUCED'), await count('ACTIVE'), await count('EXPIRED')]).toEqual([1, 1, 0])
  const events = await auditEvents(app.db, ['action', 'actor_id', 'changes'], { target_id: made.id })
  expect(events.map(({ action }) => action)).toEqual([
    'SaveDeviceByPalgo',
    'ExpireDevice',
    'SaveDeviceByPalgo',
  ])
  expect(events[1]).toMatchObject({ actor_id: null, changes: { status: ['PRODUCED', 'EXPIRED'] } })
})

test('does not expire suspended or retired devices', async () => {
  const ids = []
  for (const status of ['SUSPENDED', 'RETIRED']) {
    const { id } = await ask(app, admin, save, { expiredDate: soon })
    await ask(app, admin, `mutation { updateDeviceByStatus(id: "${id}", status: ${status}) { status } }`)
    ids.push(id)
  }
  await app.db.query
    .updateTable('device')
    .set({ expired_at: new Date(Date.now() - 1_000) })
    .where('id', 'in', ids)
    .execute()
  await expireDevices(app.db)
  const rows = await app.db.query.selectFrom('device').select('status').where('id', 'in', ids).execute()
  expect(rows.map(({ status }) => status).sort()).toEqual(['RETIRED', 'SUSPENDED'])
})
