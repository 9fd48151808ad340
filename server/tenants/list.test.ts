import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import type { Person } from '../testing/app.ts'
import {
  ask,
  contact,
  givenPerson,
  newName,
  organization,
  outcome,
  stored,
} from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
let owner: Person
/** Ids of the created organizations, oldest first. */
const ids: string[] = []

beforeAll(async () => {
  owner = await givenPerson(app)
  await app.db.query.updateTable('account').set({ name: '欧阳娜娜' }).where('id', '=', owner.id).execute()
  for (let index = 0; index < 55; index += 1) {
    const status = required((['FINISH', 'PREPARE', 'REJECT', 'EXPIRED'] as const)[index % 4], 'item of table')
    ids.push((await organization(app, { owner, status, name: `Nr ${index} 100%_${index} 某公司` })).id)
  }
})

const list = `query q($first: Int! = 0, $pageSize: Int! = 20, $after: String, $statusSet: [TenantStatus!], $q: String, $mobilePhone: String, $min: DateTime, $max: DateTime) {
  queryTenant(first: $first, pageSize: $pageSize, after: $after, statusSet: $statusSet, q: $q, mobilePhone: $mobilePhone, minCreateDateTime: $min, maxCreateDateTime: $max) {
    first count countExact next data { id name status personal } } }`
const search = (more = {}) => ask(app, admin, list, more)
const idsOf = ({ data }: { data: { id: string }[] }) => data.map((row) => row.id)
const newest = () => ids.toReversed()

test('lists the newest organizations first, page by page, without personal organizations', async () => {
  const all: string[] = []
  let after: string | null = null
  do {
    const page = await search({ after, pageSize: 15 })
    expect(page).toMatchObject({ first: all.length, count: 55, countExact: true })
    expect(page.data.every(({ personal }: { personal: boolean }) => !personal)).toBe(true)
    all.push(...idsOf(page))
    after = page.next
  } while (after)
  expect(all).toEqual(newest())
  expect(idsOf(await search({ first: 15, pageSize: 15 }))).toEqual(newest().slice(15, 30))
  expect((await search({ first: 20_000 })).data).toEqual([])
})

test('filters organizations by current status', async () => {
  for (const [index, status] of (['FINISH', 'PREPARE', 'REJECT', 'EXPIRED'] as const).entries()) {
    const wanted = newest().filter((id) => ids.indexOf(id) % 4 === index)
    const found = await search({ statusSet: [status], pageSize: 100 })
    expect(idsOf(found)).toEqual(wanted)
    expect(found.count).toBe(wanted.length)
  }
  expect((await search({ statusSet: ['FINISH', 'EXPIRED'] })).count).toBe(27)
  // An empty set of statuses does not restrict the list.
  expect(await search({ statusSet: [] })).toMatchObject({ count: 55, countExact: true })
})

test('finds organizations by part of the name, by id or by owner, and treats %, _ and \\ literally', async () => {
  expect((await search({ q: '某公' })).count).toBe(55)
  expect((await search({ q: '某' })).count).toBe(55)
  expect(idsOf(await search({ q: 'nr 7 ' }))).toEqual([ids[7]])
  expect(idsOf(await search({ q: '100%_54' }))).toEqual([ids[54]])
  expect((await search({ q: '%' })).count).toBe(55)
  expect((await search({ q: '\\' })).count).toBe(0)
  expect((await search({ q: 'Nr _ ' })).count).toBe(0)
  expect(idsOf(await search({ q: required(ids[3], 'item of ids').toUpperCase() }))).toEqual([ids[3]])
  expect((await search({ q: required(ids[3], 'item of ids').slice(0, 20) })).count).toBe(0)
  const other = await organization(app, { owner: await givenPerson(app) })
  expect((await search({ q: '阳娜' })).count).toBe(55)
  expect(idsOf(await search({ q: '阳娜' }))).not.toContain(other.id)
  expect(await search({ q: '  ' })).toMatchObject({ count: 56 })
  await ask(app, admin, 'mutation m($id: ID!) { deleteTenant(id: $id) }', { id: other.id })
})

test('filters organizations by the complete phone number of the contact or owner, and by creation date', async () => {
  expect((await search({ mobilePhone: contact.mobilePhone })).count).toBe(55)
  expect((await search({ mobilePhone: owner.phone })).count).toBe(55)
  expect((await search({ mobilePhone: '13900000000' })).count).toBe(0)
  expect((await search({ mobilePhone: '1' })).count).toBe(0)
  const at = new Date(Date.now() - 86_400_000 * 30)
  await app.db.query
    .updateTable('tenant')
    .set({ created_at: at })
    .where('id', '=', first(ids, 'ids'))
    .execute()
  const [min, max] = [
    new Date(at.getTime() - 1_000).toISOString(),
    new Date(at.getTime() + 1_000).toISOString(),
  ]
  expect(idsOf(await search({ min, max }))).toEqual([ids[0]])
  expect((await search({ min: max })).count).toBe(54)
})

test('only holders of organization_list or certification_audit can list organizations', async () => {
  for (const code of ['organization_list', 'certification_audit'])
    expect(await outcome(app, await givenPerson(app, [code]), list)).toBe('done')
  expect(await outcome(app, await givenPerson(app, ['account_management']), list)).toBe('FORBIDDEN')
  expect(await outcome(app, owner, list)).toBe('FORBIDDEN')
})

test('the organization list runs the same number of SQL statements for 5 and for 50 rows', async () => {
  const document = `query q($pageSize: Int!, $q: String) { queryTenant(pageSize: $pageSize, q: $q) { count data {
    id name status owner { id name } creator { name } managers { id } statistics { operatorCount onlineDeviceCount } areas { id } viewerCan { edit confirm } } } }`
  const counted = async (pageSize: number, q?: string) => {
    const counts: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const before = app.statements()
      expect((await ask(app, admin, document, { pageSize, q })).data).toHaveLength(pageSize)
      counts.push(app.statements() - before)
    }
    return Math.min(...counts)
  }
  expect(await counted(50)).toBe(await counted(5))
  expect(await counted(50, '公司')).toBe(await counted(5, '公司'))
})

const create = `mutation m($name: String!, $contact: ContactInput!, $ownerId: ID!, $expireAt: DateTime) {
  createTenant(name: $name, areaIds: ["330106"], contact: $contact, ownerId: $ownerId, expireAt: $expireAt, address: "文三路 1 号", uploadAudit: true, internal: true) {
    id status owner { id } expireAt address uploadAudit internal statistics { operatorCount managerCount deviceCount } } }`

test('creates a certified organization that is owned by an existing account', async () => {
  const lister = await givenPerson(app, ['organization_list'])
  const variables = { name: newName(), contact, ownerId: owner.id, expireAt: '2099-01-01T00:00:00.000Z' }
  expect(await outcome(app, owner, create, variables)).toBe('FORBIDDEN')
  expect(await outcome(app, lister, create, { ...variables, ownerId: 'x' })).toBe('BAD_INPUT')
  expect(await ask(app, lister, create, variables)).toMatchObject({
    status: 'FINISH',
    owner: { id: owner.id },
    expireAt: '2099-01-01T00:00:00.000Z',
    address: '文三路 1 号',
    uploadAudit: true,
    internal: true,
    statistics: { operatorCount: 1, managerCount: 0, deviceCount: 0 },
  })
  expect(await outcome(app, lister, create, variables)).toBe('CONFLICT')
})

test('an owner can submit protected fields of the organization only with unchanged values', async () => {
  const { id, name } = await organization(app, { owner })
  const update = `mutation m($id: ID!, $name: String!, $contact: ContactInput!, $audit: Boolean! = false, $owner: ID, $expireAt: DateTime, $address: String) {
    updateTenant(id: $id, name: $name, areaIds: ["330106"], contact: $contact, uploadAudit: $audit, ownerId: $owner, expireAt: $expireAt, address: $address) { address contact { name } } }`
  const same = { id, name, contact, owner: owner.id, expireAt: null }
  expect(
    await ask(app, owner, update, { ...same, address: 'A', contact: { ...contact, name: '新联系人' } }),
  ).toEqual({
    address: 'A',
    contact: { name: '新联系人' },
  })
  for (const wrong of [
    { name: newName() },
    { audit: true },
    { owner: ids[0] },
    { expireAt: '2099-01-01T00:00:00.000Z' },
  ])
    expect(await outcome(app, owner, update, { ...same, ...wrong }), JSON.stringify(wrong)).toBe('FORBIDDEN')
  expect(await ask(app, owner, update, { ...same, address: null })).toMatchObject({ address: null })
  const before = await stored(app, id)
  await ask(app, admin, update, same)
  expect(await stored(app, id)).toEqual(before)
})

test('does not change the owner of a pending organization request', async () => {
  const { id, name } = await organization(app, { owner, status: 'PREPARE' })
  const other = await givenPerson(app)
  const handOver = `mutation m($id: ID!, $name: String!, $contact: ContactInput!, $owner: ID!) {
    updateTenant(id: $id, name: $name, areaIds: ["330106"], contact: $contact, uploadAudit: false, ownerId: $owner) { id } }`
  const values = { id, name, contact, owner: other.id }
  expect(await outcome(app, admin, handOver, values)).toBe('CONFLICT')
  expect(await outcome(app, admin, handOver, { ...values, owner: owner.id })).toBe('done')
})

test('does not delete an organization that has devices', async () => {
  const { id } = await organization(app, { owner })
  await app.db.query.updateTable('tenant').set({ device_count: 1 }).where('id', '=', id).execute()
  const remove = 'mutation m($id: ID!) { deleteTenant(id: $id) }'
  expect(await outcome(app, admin, remove, { id })).toBe('CONFLICT')
  const get = 'query q($id: ID!) { getTenant(id: $id) { viewerCan { delete } } }'
  expect(await ask(app, admin, get, { id })).toEqual({ viewerCan: { delete: false } })
})
