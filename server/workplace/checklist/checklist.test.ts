import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { insertDevices } from '../../devices/store.ts'
import { updateMembers } from '../../tenants/members.ts'
import type { Person } from '../../testing/app.ts'
import { ask, givenPerson, member, organization, outcome, people } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { setupOf } from './setup.ts'

const app = useApp({
  REEVE_MAIL_URL: 'log:',
  REEVE_SMS_URL: 'https://sms.example.com/send?key=hidden',
})
const admin = useAdmin(app)

const list = (tenantId?: string) =>
  `{ getChecklist${tenantId ? `(tenantId: "${tenantId}")` : ''} { putAway steps { name done doneDateTime setting deviceId } } }`
const putAway = (away: boolean, tenantId?: string) =>
  `mutation { putChecklistAway(${tenantId ? `tenantId: "${tenantId}", ` : ''}away: ${away}) }`
const done = ({ steps }: { steps: { name: string; done: boolean }[] }) =>
  steps.filter((step) => step.done).map(({ name }) => name)
const give = (tenantId: string, ids: string[]) =>
  app.db.transaction((tx) =>
    insertDevices(
      tx,
      ids.map((id) => ({ tenant_id: tenantId, id, name: id, status: 'PRODUCED' })),
    ),
  )

test('a step of an organization’s checklist is marked as done only while its condition is met', async () => {
  const place = await organization(app)
  const read = () => ask(app, place.owner, list(place.id))
  const first = await read()
  expect(first.putAway).toBe(false)
  expect(first.steps.map(({ name }: { name: string }) => name)).toEqual([
    'CERTIFIED',
    'MEMBER',
    'PERMISSION',
    'DEVICE',
  ])
  expect(done(first)).toEqual(['CERTIFIED'])
  expect(Date.parse(first.steps[0].doneDateTime)).toBeLessThanOrEqual(Date.now())
  // Permissions that are granted to the owner do not complete the step PERMISSION.
  const hold = (accountId: string) =>
    app.db.transaction((tx) => updateMembers(tx, place.id, [{ accountId, authCodes: ['data_view'] }]))
  await hold(place.owner.id)
  expect(done(await read())).toEqual(['CERTIFIED'])

  const joined = await member(app, place)
  expect(done(await read())).toEqual(['CERTIFIED', 'MEMBER'])
  await hold(joined.id)
  expect(done(await read())).toEqual(['CERTIFIED', 'MEMBER', 'PERMISSION'])

  await give(place.id, ['waits'])
  expect((await read()).steps[3]).toMatchObject({ done: false, deviceId: 'waits' })
  // A device that was activated manually and has never connected does not complete the step DEVICE.
  await app.db.execute("update device set status = 'ACTIVE' where id = 'waits'")
  expect((await read()).steps[3]).toMatchObject({ done: false, deviceId: null })
  await app.db.execute("update device_presence set connected_at = now() where id = 'waits'")
  await app.db.execute("update device set status = 'SUSPENDED' where id = 'waits'")
  expect(done(await read())).toEqual(['CERTIFIED', 'MEMBER', 'PERMISSION', 'DEVICE'])
  // A completed step becomes open again when its condition no longer holds.
  await ask(
    app,
    place.owner,
    `mutation { removeTenantOperator(tenantId: "${place.id}", operatorId: "${joined.id}") { id } }`,
  )
  expect(done(await read())).toEqual(['CERTIFIED', 'DEVICE'])
})

test('only the owner and managers see the checklist of an organization, and each can dismiss it for themselves', async () => {
  const [manager, plain, stranger, owner] = (await people(app, 4)) as [Person, Person, Person, Person]
  const place = await organization(app, { owner, managers: [manager], members: [plain] })
  for (const one of [plain, stranger, admin]) {
    expect(await outcome(app, one, list(place.id))).toBe('FORBIDDEN')
    expect(await outcome(app, one, putAway(true, place.id))).toBe(
      one === stranger ? 'NOT_FOUND' : 'FORBIDDEN',
    )
  }
  for (const nowhere of ['none', owner.id.replace(/^./, '0')])
    expect(await outcome(app, owner, list(nowhere))).toBe('FORBIDDEN')

  expect(await ask(app, owner, putAway(true, place.id))).toBe(true)
  const away = async (one: Person) => (await ask(app, one, list(place.id))).putAway
  expect([await away(owner), await away(manager)]).toEqual([true, false])
  const elsewhere = await organization(app, { owner })
  expect((await ask(app, owner, list(elsewhere.id))).putAway).toBe(false)
  await ask(app, owner, putAway(false, place.id))
  expect(await away(owner)).toBe(false)
})

test('shows the platform checklist only to administrators, and hides it after ten devices have been added', async () => {
  const text = JSON.stringify(await ask(app, admin, list()))
  expect(JSON.parse(text)).toEqual({
    putAway: false,
    steps: [
      { name: 'SMS', done: true, doneDateTime: null, setting: 'https', deviceId: null },
      { name: 'MAIL', done: false, doneDateTime: null, setting: 'log', deviceId: null },
      { name: 'ADDRESS', done: false, doneDateTime: null, setting: null, deviceId: null },
      { name: 'ADMINISTRATOR', done: false, doneDateTime: null, setting: null, deviceId: null },
    ],
  })
  expect(text).not.toMatch(/hidden|example/)
  const keeper = await givenPerson(app, ['account_management', 'application_management'])
  expect(await outcome(app, keeper, list())).toBe('FORBIDDEN')
  expect(await outcome(app, keeper, putAway(true))).toBe('FORBIDDEN')

  const second = await givenPerson(app)
  await app.db.execute('update account set admin = true where id = $1', [second.id])
  expect(done(await ask(app, admin, list()))).toEqual(['SMS', 'ADMINISTRATOR'])
  await ask(app, second, putAway(true))
  expect((await ask(app, second, list())).putAway).toBe(true)
  expect((await ask(app, admin, list())).putAway).toBe(false)
  await app.db.execute('update account set enabled = false where id = $1', [second.id])
  expect(done(await ask(app, admin, list()))).toEqual(['SMS'])

  const place = await organization(app)
  const { rows } = await app.db.execute('select count(*)::integer as count from device')
  const missing = 10 - (required(rows[0], 'item of rows').count as number)
  await give(
    place.id,
    Array.from({ length: missing }, (_, index) => `tenth${index}`),
  )
  expect(await ask(app, admin, list())).toBe(null)
})

test('reports the kind of SMS, email and public URL settings of a deployment, without secrets', () => {
  const sms = { smsUrl: 'https://sms.example.com/send?key=hidden', mailUrl: 'smtp://a:b@mail.example.com' }
  expect(setupOf({ ...sms, publicUrl: 'https://reeve.example.com' })).toEqual({
    sms: 'https',
    mail: 'smtp',
    address: 'https',
  })
  expect(setupOf({ smsUrl: 'log:', mailUrl: 'file:mail', publicUrl: undefined })).toEqual({
    sms: 'log',
    mail: 'file',
    address: null,
  })
})
