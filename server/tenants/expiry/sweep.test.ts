import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { createMessages } from '../../notifications/messages.ts'
import type { Person } from '../../testing/app.ts'
import { ask, contact, organization, outcome, people, stored } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { sweepExpiry } from './sweep.ts'

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let member: Person
beforeAll(async () => {
  ;[owner, member] = (await people(app, 2)) as [Person, Person]
})

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const get =
  'query q($id: ID!) { getTenant(id: $id) { status expireAt viewerCan { edit leave invite handOver } } }'
const auth = '{ auth { tenants { id status } authInfo { tenantInfos { tenantId roles authCodes } } } }'
const rename =
  'mutation m($id: ID!, $who: ID!) { saveDisplayNameByTenant(tenantId: $id, operatorId: $who, displayName: "D") { id } }'
const update = `mutation m($id: ID!, $name: String!, $contact: ContactInput!, $expireAt: DateTime) {
  updateTenant(id: $id, name: $name, areaIds: ["330106"], contact: $contact, uploadAudit: false, expireAt: $expireAt) { status expireAt } }`
const leave = 'mutation m($id: ID!) { leaveTenant(tenantId: $id) }'
const list = 'query q($s: [TenantStatus!]) { queryTenant(statusSet: $s, pageSize: 100) { data { id } } }'

const expire = (id: string, at: Date) =>
  app.db.query.updateTable('tenant').set({ expire_at: at }).where('id', '=', id).execute()

const sweep = () =>
  sweepExpiry(app.db, createMessages({ outbox: undefined as never, phonesOf: async () => new Map() }))

const notifications = async (id: string) => {
  const { tenant } = await stored(app, id)
  const rows = await app.db.query
    .selectFrom('message')
    .select(['template', 'params'])
    .where('account_id', '=', owner.id)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ params }) => (params as { tenant: string }).tenant === required(tenant, 'tenant').name)
    .map(({ template, params }) => [template, (params as { days?: number }).days])
}

test('after the expiry date of an organization, its status is EXPIRED, and members can only read or leave it', async () => {
  const { id, name } = await organization(app, { owner, members: [member] })
  const give =
    'mutation m($id: ID!, $who: ID!) { addOperatorRoles(tenantId: $id, operatorId: $who, roles: [VIEWER]) { id } }'
  await ask(app, owner, give, { id, who: member.id })
  expect(await ask(app, owner, get, { id })).toMatchObject({
    status: 'FINISH',
    viewerCan: { edit: true, invite: true },
  })
  await expire(id, days(-1 / 86_400))

  for (const who of [owner, member]) {
    const none = { edit: false, invite: false, handOver: false }
    expect(await ask(app, who, get, { id })).toMatchObject({
      status: 'EXPIRED',
      viewerCan: { ...none, leave: who === member },
    })
    const mine = await ask(app, who, auth)
    expect(mine.tenants).toContainEqual({ id, status: 'EXPIRED' })
    expect(mine.authInfo.tenantInfos).toContainEqual({ tenantId: id, roles: [], authCodes: [] })
    expect(await outcome(app, who, rename, { id, who: who.id })).toBe('FORBIDDEN')
  }
  const idsIn = async (status: string) =>
    (await ask(app, admin, list, { s: [status] })).data.map((row: { id: string }) => row.id)
  expect(await idsIn('EXPIRED')).toContain(id)
  expect(await idsIn('FINISH')).not.toContain(id)

  const expireAt = days(10).toISOString()
  expect(await outcome(app, owner, update, { id, name, contact, expireAt })).toBe('FORBIDDEN')
  expect(await ask(app, admin, update, { id, name, contact, expireAt })).toEqual({
    status: 'FINISH',
    expireAt,
  })
  expect(await notifications(id)).toEqual([['tenant.extended', undefined]])
  expect(await outcome(app, owner, rename, { id, who: owner.id })).toBe('done')
  expect((await ask(app, member, auth)).authInfo.tenantInfos).toContainEqual({
    tenantId: id,
    roles: ['VIEWER'],
    authCodes: [],
  })
})

test('lets a member, but not the owner, leave an expired organization', async () => {
  const { id } = await organization(app, { owner, members: [member], status: 'EXPIRED' })
  expect(await ask(app, member, leave, { id })).toBe(true)
  expect(await outcome(app, owner, leave, { id })).toBe('CONFLICT')
  expect((await stored(app, id)).members).toHaveLength(1)
  expect(await ask(app, member, get, { id })).toBe(null)
})

test('notifies the owner 30, 7 and 1 days before the expiry and at the expiry, once each', async () => {
  const { id, name } = await organization(app, { owner })
  const after = async (left: number) => {
    await expire(id, days(left))
    await Promise.all([sweep(), sweep(), sweep()])
    return (await notifications(id)).map(([, count]) => count)
  }
  expect(await after(31)).toEqual([])
  expect(await after(29.9)).toEqual([30])
  expect(await after(8)).toEqual([30])
  expect(await after(6.9)).toEqual([30, 7])
  expect(await after(0.9)).toEqual([30, 7, 1])
  expect(await after(-0.1)).toEqual([30, 7, 1, 0])
  expect((await stored(app, id)).tenant).toMatchObject({ status: 'EXPIRED' })
  // After an extension, the expiry notices are sent again.
  await ask(app, admin, update, { id, name, contact, expireAt: days(20).toISOString() })
  await sweep()
  expect((await notifications(id)).map(([, count]) => count)).toEqual([30, 7, 1, 0, undefined, 30])
  expect(await ask(app, owner, get, { id })).toMatchObject({ status: 'FINISH' })
})

test('sends one notice, not several, about an organization that expires in three days', async () => {
  const { id } = await organization(app, { owner })
  await expire(id, days(3))
  await sweep()
  await sweep()
  expect(await notifications(id)).toEqual([['tenant.expiring', 7]])
})

test('one run of the expiry task processes all 60 organizations that expire soon', async () => {
  const made = []
  for (let index = 0; index < 60; index += 1) made.push((await organization(app, { owner })).id)
  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: days(5) })
    .where('id', 'in', made)
    .execute()
  await sweep()
  const rest = await app.db.query
    .selectFrom('tenant')
    .select('id')
    .where('id', 'in', made)
    .where('expiry_notice', 'is', null)
    .execute()
  expect(rest).toEqual([])
})

test('audits each expiry of an organization that is extended and expires again', async () => {
  const { id, name } = await organization(app, { owner })
  const ends = async () => {
    const { rows } = await app.db.execute(
      `select count(*) as count from audit_event where action = 'ExpireTenant' and target_id = $1`,
      [id],
    )
    return rows[0].count
  }
  await expire(id, days(-1))
  await sweep()
  expect(await ends()).toBe(1)
  await ask(app, admin, update, { id, name, contact, expireAt: days(10).toISOString() })
  await expire(id, days(-1))
  await sweep()
  expect(await ends()).toBe(2)
})
