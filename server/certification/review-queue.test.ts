import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import type { Person } from '../testing/app.ts'
import {
  ask,
  contact,
  givenPerson,
  newName,
  organization,
  outcome,
  people,
  stored,
} from '../testing/organizations.ts'
import { openStream } from '../testing/stream.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
let certifier: Person
beforeAll(async () => {
  certifier = await givenPerson(app, ['certification_audit'])
})

const prepare = `mutation m($name: String!, $contact: ContactInput!) {
  prepareTenant(name: $name, areaIds: ["330106"], contact: $contact, reference: "HT-1") { id } }`
const update = `mutation m($id: ID!, $name: String!, $contact: ContactInput!) {
  updateTenant(id: $id, name: $name, areaIds: ["330106"], contact: $contact, uploadAudit: false) { id } }`
const byId = (name: string) => `mutation m($id: ID!) { ${name}(id: $id) { id } }`
const remove = 'mutation m($id: ID!) { deleteTenant(id: $id) }'
const reject = 'mutation m($id: ID!, $why: String! = "no") { rejectTenant(id: $id, reject: $why) { id } }'
const list = `query q($status: TenantApplicationStatus, $q: String, $applicantId: ID, $first: Int! = 0, $pageSize: Int! = 20, $after: String) {
  queryTenantApplication(status: $status, q: $q, applicantId: $applicantId, first: $first, pageSize: $pageSize, after: $after) {
    count next data { id tenantId name number status decider { id } } } }`
const get = `query q($id: ID!) { getTenantApplication(id: $id) {
  name number status reject reference submitDateTime decideDateTime decider { id } applicant { id }
  contact { name mobilePhone } areas { name children { children { id } } } tenant { status viewerCan { confirm reject } }
  history { number name status reject contact { name } decider { id } } } }`
const changed = 'subscription { tenantApplicationChanged { name status decider { id } } }'

const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
const waiting = (more = {}) => ask(app, certifier, list, { status: 'PREPARE', pageSize: 100, ...more })
/** Submits a request from a new account. */
const applied = async (more: { name?: string } = {}) =>
  organization(app, { owner: await givenPerson(app), status: 'PREPARE', ...more })
const openOf = async (tenantId: string): Promise<string> =>
  (await waiting()).data.find((row: { tenantId: string }) => row.tenantId === tenantId).id

test('stores each organization request as submitted, with the reviewer and the reason for a rejection', async () => {
  const person = await givenPerson(app)
  const name = newName()
  const { id } = await ask(app, person, prepare, { name, contact })
  const first = await openOf(id)
  await ask(app, certifier, reject, { id, why: '名称不清楚' })
  await ask(app, person, update, { id, name: `${name} B`, contact: { ...contact, name: '王芳' } })
  await ask(app, person, byId('rePrepareTenant'), { id })
  const second = await openOf(id)
  expect(second).not.toBe(first)
  const { data } = await ask(app, certifier, '{ queryMessage(pageSize: 2, type: TODO) { data { link } } }')
  expect(data.map(({ link }: { link: string }) => link)).toEqual(
    [second, first].map((id) => `/all-management/audit-management?application=${id}`),
  )
  expect(await ask(app, certifier, get, { id: second })).toMatchObject({
    name: `${name} B`,
    number: 2,
    status: 'PREPARE',
    reject: null,
    reference: 'HT-1',
    decideDateTime: null,
    decider: null,
    applicant: { id: person.id },
    contact: { name: '王芳', mobilePhone: '+8613800138000' },
    areas: [{ name: '浙江省', children: [{ children: [{ id: '330106' }] }] }],
    tenant: { status: 'PREPARE', viewerCan: { confirm: true, reject: true } },
    history: [
      { number: 2, name: `${name} B`, status: 'PREPARE', contact: { name: '王芳' }, decider: null },
      {
        number: 1,
        name,
        status: 'REJECT',
        reject: '名称不清楚',
        contact: { name: '李明' },
        decider: { id: certifier.id },
      },
    ],
  })
  await ask(app, admin, byId('confirmTenant'), { id })
  expect(await ask(app, admin, get, { id: second })).toMatchObject({
    status: 'FINISH',
    decideDateTime: expect.any(String),
    tenant: { status: 'FINISH', viewerCan: { confirm: false, reject: false } },
  })
  // Later changes to the organization do not change the stored request.
  await ask(app, admin, update, { id, name: `${name} C`, contact })
  expect(await ask(app, admin, get, { id: second })).toMatchObject({ name: `${name} B` })
  expect(namesOf(await ask(app, admin, list, { applicantId: person.id }))).toEqual([`${name} B`, name])
})

test('lists the oldest pending requests first, and the latest decided requests first', async () => {
  const names = [newName(), newName(), newName()]
  const ids = []
  for (const name of names) ids.push((await applied({ name })).id)
  expect(namesOf(await waiting()).slice(-3)).toEqual(names)
  const { count, next } = await waiting({ pageSize: 1 })
  expect(count).toBe((await waiting()).data.length)
  expect(namesOf(await waiting({ pageSize: 100, after: next }))).toEqual(namesOf(await waiting()).slice(1))
  for (const id of [ids[1], ids[0]]) await ask(app, certifier, reject, { id })
  const decided = await ask(app, certifier, list, { status: 'REJECT' })
  expect(namesOf(decided).slice(0, 2)).toEqual([names[0], names[1]])
  expect(decided.data[0].decider).toEqual({ id: certifier.id })
})

test('searches requests by part of the name, by applicant name and by complete phone number', async () => {
  const person = await givenPerson(app)
  await app.db.query.updateTable('account').set({ name: '司马相如' }).where('id', '=', person.id).execute()
  const { name } = await organization(app, { owner: person, status: 'PREPARE' })
  for (const q of [name.slice(-8), '马相', person.phone, person.phone.replace('+86', '')])
    expect(namesOf(await waiting({ q })), q).toEqual([name])
  for (const q of [person.phone.slice(0, -1), '%', 'x'.repeat(64)])
    expect(namesOf(await waiting({ q })), q).toEqual([])
})

test('updates a pending request when an administrator edits the organization', async () => {
  const { id, name } = await applied()
  await ask(app, admin, update, { id, name: `${name} B`, contact: { ...contact, name: '赵敏' } })
  expect(await ask(app, certifier, get, { id: await openOf(id) })).toMatchObject({
    name: `${name} B`,
    contact: { name: '赵敏' },
  })
})

test('a withdrawn organization request cannot be approved, and shows no contact data', async () => {
  const person = await givenPerson(app)
  const { id } = await organization(app, { owner: person, status: 'PREPARE' })
  const application = await openOf(id)
  await ask(app, person, remove, { id })
  expect(await ask(app, certifier, get, { id: application })).toMatchObject({
    status: 'WITHDRAWN',
    decider: { id: person.id },
    contact: null,
    tenant: null,
  })
  expect(await outcome(app, certifier, byId('confirmTenant'), { id })).toBe('NOT_FOUND')
})

test('shows organization requests only to reviewers', async () => {
  const person = await givenPerson(app)
  const { id } = await organization(app, { owner: person, status: 'PREPARE' })
  const application = await openOf(id)
  const others = [person, await givenPerson(app, ['organization_list', 'account_management'])]
  for (const other of others) {
    expect(await outcome(app, other, list)).toBe('FORBIDDEN')
    expect(await ask(app, other, get, { id: application })).toBe(null)
    expect(await outcome(app, other, changed)).toBe('FORBIDDEN')
  }
  expect(await ask(app, certifier, get, { id: 'nothing' })).toBe(null)
})

test('lets reviewers read their own organization request, but not approve it', async () => {
  const own = await givenPerson(app, ['certification_audit'])
  const { id } = await organization(app, { owner: own, status: 'PREPARE' })
  const application = await openOf(id)
  expect(await ask(app, own, get, { id: application })).toMatchObject({
    tenant: { viewerCan: { confirm: false, reject: false } },
  })
  expect(await outcome(app, own, byId('confirmTenant'), { id })).toBe('FORBIDDEN')
  expect(await ask(app, admin, get, { id: application })).toMatchObject({ status: 'PREPARE', decider: null })
})

test('sends live updates of the review queue to a reviewer until the permission is removed', async () => {
  const other = await givenPerson(app, ['certification_audit'])
  const person = await givenPerson(app)
  await using stream = await openStream(app.url, other.access_token, changed)
  const name = newName()
  const { id } = await ask(app, person, prepare, { name, contact })
  const event = (status: string, decider: unknown) => ({
    payload: { data: { tenantApplicationChanged: { name, status, decider } } },
  })
  expect(await stream.next()).toEqual(event('PREPARE', null))
  await ask(app, certifier, byId('confirmTenant'), { id })
  expect(await stream.next()).toEqual(event('FINISH', { id: certifier.id }))
  await app.db.query.updateTable('account').set({ auth_codes: [] }).where('id', '=', other.id).execute()
  await ask(app, person, prepare, { name: newName(), contact })
  expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
})

test('accepts exactly one of twenty concurrent decisions on a request', async () => {
  const reviewers = await people(app, 20, ['certification_audit'])
  const { id } = await applied()
  const application = await openOf(id)
  const outcomes = await Promise.all(
    reviewers.map((reviewer, index) =>
      outcome(app, reviewer, index % 2 ? byId('confirmTenant') : reject, { id }),
    ),
  )
  expect(outcomes.toSorted()).toEqual([...Array(19).fill('CONFLICT'), 'done'])
  const first = required(reviewers[outcomes.indexOf('done')], 'item of reviewers')
  const { tenant } = await stored(app, id)
  expect(await ask(app, admin, get, { id: application })).toMatchObject({
    status: required(tenant, 'tenant').status,
    decider: { id: first.id },
    history: [{ number: 1 }],
  })
})
