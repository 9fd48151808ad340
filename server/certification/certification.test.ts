import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import type { Person } from '../testing/app.ts'
import { auditEvents } from '../testing/audit.ts'
import {
  ask,
  contact,
  expectSound,
  givenPerson,
  newName,
  organization,
  outcome,
  people,
  stored,
} from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const prepare = `mutation m($name: String!, $areaIds: [ID!]! = ["330106"], $contact: ContactInput!, $reference: String) {
  prepareTenant(name: $name, areaIds: $areaIds, contact: $contact, reference: $reference) { id name status } }`
const byId = (name: string) => `mutation m($id: ID!) { ${name}(id: $id) { id name status reject } }`
const confirm = byId('confirmTenant')
const again = byId('rePrepareTenant')
const reject =
  'mutation m($id: ID!, $reject: String! = "no") { rejectTenant(id: $id, reject: $reject) { id status reject } }'
const remove = 'mutation m($id: ID!) { deleteTenant(id: $id) }'
const get =
  'query q($id: ID!) { getTenant(id: $id) { id name status reject owner { id } viewerCan { confirm rename rePrepare delete leave } } }'
const check = 'query q($name: String!) { checkTenant(name: $name) }'

/** Returns the messages of the account, newest first. */
const messagesTo = (accountId: string) =>
  app.db.query
    .selectFrom('message')
    .select(['template', 'params', 'read_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()

test('notifies the applicant of a rejection and lets the applicant submit the request again', async () => {
  const [person, certifier] = [await givenPerson(app), await givenPerson(app, ['certification_audit'])]
  const name = newName()
  const { id } = await ask(app, person, prepare, { name, contact, areaIds: ['330106'], reference: 'HT-1' })
  expect(await messagesTo(certifier.id)).toMatchObject([
    { template: 'tenant.applied', params: { tenant: name }, read_at: null },
  ])
  expect(await ask(app, certifier, get, { id })).toMatchObject({
    status: 'PREPARE',
    viewerCan: { confirm: true },
  })
  expect(await ask(app, certifier, reject, { id, reject: ' 名称不清楚 ' })).toMatchObject({
    status: 'REJECT',
  })
  expect(await messagesTo(person.id)).toMatchObject([
    { template: 'tenant.rejected', params: { reason: '名称不清楚' } },
  ])
  expect(await ask(app, person, get, { id })).toMatchObject({
    status: 'REJECT',
    reject: '名称不清楚',
    owner: { id: person.id },
    viewerCan: { confirm: false, rename: true, rePrepare: true, delete: true, leave: false },
  })
  const mended = { id, name: `${name} B`, contact: { ...contact, email: '' } }
  const update = `mutation m($id: ID!, $name: String!, $contact: ContactInput!) {
    updateTenant(id: $id, name: $name, areaIds: ["110108", "330106"], contact: $contact, uploadAudit: false) {
      name areas { id name children { id children { id } } } contact { mobilePhone email } reference } }`
  expect(await ask(app, person, update, mended)).toEqual({
    name: `${name} B`,
    areas: [
      { id: '110000', name: '北京市', children: [{ id: '110108', children: [] }] },
      { id: '330000', name: '浙江省', children: [{ id: '330100', children: [{ id: '330106' }] }] },
    ],
    contact: { mobilePhone: '+8613800138000', email: null },
    reference: 'HT-1',
  })
  expect(await ask(app, person, check, { name })).toBe(true)
  expect(await ask(app, person, again, { id })).toMatchObject({ status: 'PREPARE' })
  expect(await ask(app, certifier, confirm, { id })).toMatchObject({ status: 'FINISH', reject: null })
  expect(await ask(app, person, get, { id })).toMatchObject({
    status: 'FINISH',
    viewerCan: { rename: false },
  })
  expect(await messagesTo(person.id)).toMatchObject([
    { template: 'tenant.confirmed' },
    { template: 'tenant.rejected' },
  ])
  for (const { read_at } of await messagesTo(certifier.id)) expect(read_at).not.toBeNull()
  await expectSound(app, id)

  const rows = await auditEvents(app.db, ['action', 'changes', 'actor_id'], { tenant_id: id })
  expect(rows.map(({ action }) => action)).toEqual([
    'PrepareTenant',
    'RejectTenant',
    'UpdateTenant',
    'RePrepareTenant',
    'ConfirmTenant',
  ])
  expect(rows[1]).toMatchObject({
    actor_id: certifier.id,
    changes: { status: ['PREPARE', 'REJECT'], reject: [null, '名称不清楚'] },
  })
  expect(JSON.stringify(rows)).not.toContain('13800138000')
})

test('refuses further decisions on an approved organization request', async () => {
  const person = await givenPerson(app)
  const { id } = await organization(app, { owner: person, status: 'PREPARE' })
  expect(await outcome(app, admin, confirm, { id })).toBe('done')
  for (const document of [confirm, reject, again])
    expect(await outcome(app, admin, document, { id })).toBe('CONFLICT')
  expect((await stored(app, id)).tenant).toMatchObject({ status: 'FINISH', reject: null })
})

test('a reviewer can neither approve nor reject their own organization request', async () => {
  const certifier = await givenPerson(app, ['certification_audit'])
  const { id } = await ask(app, certifier, prepare, { name: newName(), contact })
  // The applicant is also a reviewer, but gets no message about a request of their own.
  expect(await messagesTo(certifier.id)).toEqual([])
  expect(await outcome(app, certifier, confirm, { id })).toBe('FORBIDDEN')
  expect(await outcome(app, certifier, reject, { id })).toBe('FORBIDDEN')
  expect(await ask(app, certifier, get, { id })).toMatchObject({ viewerCan: { confirm: false } })
  expect((await stored(app, id)).tenant).toMatchObject({ status: 'PREPARE' })
  expect(await outcome(app, admin, confirm, { id })).toBe('done')
})

test('limits an account to three open organization requests, including rejected ones', async () => {
  const person = await givenPerson(app)
  const apply = () => outcome(app, person, prepare, { name: newName(), contact })
  expect([await apply(), await apply(), await apply(), await apply()]).toEqual([
    'done',
    'done',
    'done',
    'CONFLICT',
  ])
  const open = await app.db.query
    .selectFrom('tenant')
    .select('id')
    .where('owner_id', '=', person.id)
    .where('personal', '=', false)
    .execute()
  expect(open).toHaveLength(3)
  await ask(app, admin, reject, { id: first(open, 'open').id })
  expect(await apply()).toBe('CONFLICT')
  await ask(app, person, remove, { id: first(open, 'open').id })
  await ask(app, admin, confirm, { id: required(open[1], 'item of open').id })
  expect([await apply(), await apply(), await apply()]).toEqual(['done', 'done', 'CONFLICT'])
})

test('reserves the name of an organization in every width and case until the organization is deleted', async () => {
  const [one, two] = (await people(app, 2)) as [Person, Person]
  const name = `Straße ${newName()} ABC`
  const { id } = await ask(app, one, prepare, { name, contact })
  for (const spelling of [name, name.toUpperCase(), name.replace('ABC', 'ＡＢｃ'), `  ${name} `]) {
    expect(await ask(app, two, check, { name: spelling }), spelling).toBe(false)
    const { body } = await app.graphql(two.access_token, prepare, { name: spelling, contact })
    expect(body.errors[0].extensions).toMatchObject({
      code: 'CONFLICT',
      fields: { name: '该组织名称已被使用' },
    })
  }
  await ask(app, one, remove, { id })
  expect(await ask(app, two, check, { name })).toBe(true)
  expect(await outcome(app, two, prepare, { name, contact })).toBe('done')
  expect(await ask(app, one, get, { id })).toBe(null)
})

test('reports each invalid field of an organization request, and creates no organization', async () => {
  const person = await givenPerson(app)
  const answer = await app.graphql(person.access_token, prepare, {
    name: 'a\u202eb',
    contact: { name: ' ', mobilePhone: '12', email: 'no' },
    areaIds: [],
  })
  expect(answer.body.errors[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: {
      name: '含有不允许的字符',
      'contact.name': '不能为空',
      'contact.mobilePhone': '手机号格式不正确',
      areaIds: '请至少选择一个地区',
    },
  })
  const area = await app.graphql(person.access_token, prepare, {
    name: newName(),
    contact,
    areaIds: ['990000'],
  })
  expect(area.body.errors[0].extensions.fields).toHaveProperty('areaIds')
  for (const wrong of ['', 'x'.repeat(501)])
    expect(await outcome(app, admin, reject, { id: person.id, reject: wrong })).toBe('BAD_INPUT')
  const made = await app.db.query
    .selectFrom('tenant')
    .select('id')
    .where('owner_id', '=', person.id)
    .execute()
  expect(made).toEqual([{ id: person.id }])
})

test('a personal organization cannot be certified, rejected or deleted, and accepts no members', async () => {
  const person = await givenPerson(app)
  const id = person.id
  for (const document of [confirm, again, reject, remove]) {
    expect(await outcome(app, person, document, { id }), document).toBe('CONFLICT')
    expect(await outcome(app, admin, document, { id }), document).toBe('CONFLICT')
  }
  const invite = 'mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { id } }'
  expect(await outcome(app, person, invite, { id })).toBe('CONFLICT')
  const add = `mutation m($id: ID!) { addTenantOperator(tenantId: $id, operatorId: "${admin.access_token.slice(0, 9)}") { id } }`
  expect(await outcome(app, person, add, { id })).toBe('CONFLICT')
  const stranger = await givenPerson(app)
  expect(await outcome(app, stranger, remove, { id })).toBe('NOT_FOUND')
  expect(await ask(app, stranger, get, { id })).toBe(null)
  expect(await ask(app, person, get, { id })).toMatchObject({ id, status: 'FINISH' })
})
