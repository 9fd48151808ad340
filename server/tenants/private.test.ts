import { beforeAll, expect, test } from 'vitest'
import type { Person, Tokens } from '../testing/app.ts'
import { ask, contact, expectSound, newName, outcome } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { ensurePrivateTenant } from './private.ts'

const app = useApp({ REEVE_SINGLE_ORGANIZATION: '某某公司' })
const admin = useAdmin(app)
let person: Person
beforeAll(async () => {
  person = await app.person()
})

const auth = '{ auth { id tenants { id name status owner { id } viewerCan { delete handOver leave } } } }'
const menu = async (who: Tokens, tenantId: string) =>
  (
    await app.post('/api/user/menu', '', {
      authorization: `Bearer ${who.access_token}`,
      'tenant-id': tenantId,
    })
  ).status

test('the first start of a private deployment creates its organization, which all new accounts join', async () => {
  const first = await ask(app, admin, auth)
  expect(first.tenants).toMatchObject([{ name: '某某公司', status: 'FINISH', owner: { id: first.id } }])
  const { id } = first.tenants[0]
  expect((await ask(app, person, auth)).tenants).toMatchObject([{ id, owner: { id: first.id } }])
  await expectSound(app, id)
  expect(await menu(person, id)).toBe(200)
})

test('the organization of a private deployment has no area until its first update, which must set one', async () => {
  const { id, areas } = (await ask(app, admin, '{ auth { tenants { id areas { id } } } }')).tenants[0]
  expect(areas).toEqual([])
  const invite = 'mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { id } }'
  expect(await outcome(app, admin, invite, { id })).toBe('done')
  const update = `mutation m($id: ID!, $contact: ContactInput!, $areaIds: [ID!]!) {
    updateTenant(id: $id, name: "某某公司", areaIds: $areaIds, contact: $contact, uploadAudit: false) { areas { id } } }`
  expect(await outcome(app, admin, update, { id, contact, areaIds: [] })).toBe('BAD_INPUT')
  expect(await ask(app, admin, update, { id, contact, areaIds: ['330106'] })).toEqual({
    areas: [{ id: '330000' }],
  })
})

test('a private deployment that starts again does not create a second organization', async () => {
  await Promise.all([ensurePrivateTenant(app.db, '另一公司'), ensurePrivateTenant(app.db, '某某公司')])
  const rows = await app.db.query.selectFrom('tenant').select('name').where('personal', '=', false).execute()
  expect(rows).toEqual([{ name: '某某公司' }])
})

test('in a private deployment, organizations cannot be requested, created or deleted', async () => {
  const apply = `mutation m($name: String!, $contact: ContactInput!) { prepareTenant(name: $name, areaIds: ["330106"], contact: $contact) { id } }`
  const { id } = (await ask(app, admin, auth)).tenants[0]
  const create = `mutation m($name: String!, $contact: ContactInput!) {
    createTenant(name: $name, areaIds: ["330106"], contact: $contact, ownerId: "${person.id}", uploadAudit: false, internal: false) { id } }`
  for (const document of [apply, create])
    expect(await outcome(app, admin, document, { name: newName(), contact })).toBe('CONFLICT')
  expect(await outcome(app, person, apply, { name: newName(), contact })).toBe('CONFLICT')
  expect(await outcome(app, admin, 'mutation m($id: ID!) { deleteTenant(id: $id) }', { id })).toBe('CONFLICT')
  expect((await ask(app, admin, auth)).tenants).toMatchObject([{ id, viewerCan: { delete: false } }])
})

test('in a private deployment, ownership can be transferred, and accounts that administrators create become members', async () => {
  const { id } = (await ask(app, admin, auth)).tenants[0]
  const hand =
    'mutation m($id: ID!, $who: ID!) { changeTenantOwner(tenantId: $id, operatorId: $who) { owner { id } } }'
  expect(await ask(app, admin, hand, { id, who: person.id })).toEqual({ owner: { id: person.id } })
  expect((await ask(app, person, auth)).tenants).toMatchObject([
    { viewerCan: { handOver: true, leave: false } },
  ])
  const create =
    'mutation { createOperator(mobilePhone: "13712340000", password: "a good password", nickName: "新人") { id } }'
  const made = await ask(app, admin, create)
  const member = await app.db.query
    .selectFrom('member')
    .selectAll()
    .where('account_id', '=', made.id)
    .execute()
  expect(member).toMatchObject([{ tenant_id: id, manager: false }])
  await expectSound(app, id)
})
