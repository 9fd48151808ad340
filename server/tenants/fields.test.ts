import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import type { Person, Tokens } from '../testing/app.ts'
import { auditEvents } from '../testing/audit.ts'
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

// Tests which fields of an organization are required, and which expiry dates are valid.

const app = useApp()
const admin = useAdmin(app)
let lister: Person
let owner: Person
beforeAll(async () => {
  lister = await givenPerson(app, ['organization_list'])
  owner = await givenPerson(app)
})

const hour = 3_600_000
const at = (offset: number) => new Date(Date.now() + offset).toISOString()

const prepare = `mutation m($name: String!, $areaIds: [ID!]! = ["330106"]) {
  prepareTenant(name: $name, areaIds: $areaIds, contact: {name: "李明", mobilePhone: "13800138000"}) { id } }`
const create = `mutation m($name: String!, $owner: ID!, $areaIds: [ID!]! = ["330106"], $expireAt: DateTime) {
  createTenant(name: $name, areaIds: $areaIds, contact: {name: "李明", mobilePhone: "13800138000"}, ownerId: $owner,
    uploadAudit: false, internal: false, expireAt: $expireAt) { id status expireAt } }`
const update = `mutation m($id: ID!, $name: String!, $areaIds: [ID!]! = ["330106"], $contact: ContactInput!,
    $expireAt: DateTime, $address: String, $reference: String) {
  updateTenant(id: $id, name: $name, areaIds: $areaIds, contact: $contact, uploadAudit: false, expireAt: $expireAt,
    address: $address, reference: $reference) { status expireAt address reference areas { id } } }`
const extend = `mutation m($ids: [ID!]!, $expireAt: DateTime, $preview: Boolean! = false) {
  extendTenants(ids: $ids, expireAt: $expireAt, preview: $preview) { result expireAt } }`

type Who = Pick<Tokens, 'access_token'>

async function fieldsOf(who: Who, document: string, variables: Record<string, unknown>, language = 'zh-CN') {
  const { body } = await app.graphql(who.access_token, document, variables, { 'accept-language': language })
  expect(body.errors?.[0].extensions.code).toBe('BAD_INPUT')
  return body.errors[0].extensions.fields
}

const named = async (name: string) =>
  app.db.query.selectFrom('tenant').select('id').where('name', '=', name).execute()

test('requires an area when an organization is requested, created or updated', async () => {
  const name = newName()
  const words = { areaIds: '请至少选择一个地区' }
  expect(await fieldsOf(owner, prepare, { name, areaIds: [] })).toEqual(words)
  expect(await fieldsOf(admin, create, { name, owner: owner.id, areaIds: [] })).toEqual(words)
  expect(await fieldsOf(admin, create, { name, owner: owner.id, areaIds: [] }, 'en')).toEqual({
    areaIds: 'Choose at least one area',
  })
  expect(await named(name)).toEqual([])

  const kept = await organization(app, { owner })
  const values = { id: kept.id, name: kept.name, contact }
  for (const who of [admin, owner])
    expect(await fieldsOf(who, update, { ...values, areaIds: [], address: '新' })).toEqual(words)
  expect((await stored(app, kept.id)).tenant).toMatchObject({ address: null })
})

test('does not create an organization whose expiry date is in the past', async () => {
  const name = newName()
  const words = { expireAt: '有效期须晚于现在' }
  for (const expireAt of [at(-hour), '2020-01-01T00:00:00.000Z'])
    expect(await fieldsOf(admin, create, { name, owner: owner.id, expireAt })).toEqual(words)
  expect(await fieldsOf(lister, create, { name, owner: owner.id, expireAt: at(-hour) }, 'en')).toEqual({
    expireAt: 'Must be in the future',
  })
  expect(await named(name)).toEqual([])
  expect(await ask(app, lister, create, { name, owner: owner.id, expireAt: at(hour) })).toMatchObject({
    status: 'FINISH',
  })
})

test('an update of an organization accepts an unchanged expiry date in the past, but not a new date in the past', async () => {
  const { id, name } = await organization(app, { owner, status: 'EXPIRED' })
  const past = required(
    required((await stored(app, id)).tenant, 'tenant').expire_at,
    'expire_at',
  ).toISOString()
  const values = { id, name, contact }
  expect(await ask(app, admin, update, { ...values, expireAt: past, address: '一' })).toMatchObject({
    status: 'EXPIRED',
    expireAt: past,
    address: '一',
  })
  expect(await ask(app, admin, update, { ...values, address: '二' })).toMatchObject({ expireAt: past })
  expect(await fieldsOf(admin, update, { ...values, expireAt: at(-hour), address: '三' })).toHaveProperty(
    'expireAt',
  )
  expect((await stored(app, id)).tenant).toMatchObject({ address: '二', expire_at: new Date(past) })
  expect(await ask(app, admin, update, { ...values, expireAt: at(hour) })).toMatchObject({ status: 'FINISH' })
  // null clears the expiry date.
  expect(await ask(app, admin, update, { ...values, expireAt: null })).toMatchObject({ expireAt: null })
})

test('an extension of several organizations rejects a date in the past, unless it is the current expiry date', async () => {
  const [one, other] = [await organization(app, { owner }), await organization(app, { owner })]
  const ids = [one.id, other.id]
  const past = '2021-03-04T05:06:07.000Z'
  for (const preview of [true, false])
    expect(await fieldsOf(lister, extend, { ids, expireAt: past, preview })).toEqual({
      expireAt: '有效期须晚于现在',
    })
  for (const id of ids) expect(required((await stored(app, id)).tenant, 'tenant').expire_at).toBe(null)
  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: new Date(past) })
    .where('id', 'in', ids)
    .execute()
  expect(await ask(app, lister, extend, { ids, expireAt: past })).toEqual([
    { result: 'UNCHANGED', expireAt: past },
    { result: 'UNCHANGED', expireAt: past },
  ])
})

test('lets the applicant change the reference of a rejected organization request, but not of a pending request', async () => {
  const { id, name } = await organization(app, { owner, status: 'REJECT' })
  const values = { id, name, contact }
  const changed = await ask(app, owner, update, { ...values, reference: ' HT-2026-7 ' })
  expect(changed).toMatchObject({ reference: 'HT-2026-7' })
  // If the reference is omitted, it stays unchanged. null clears it.
  expect(await ask(app, owner, update, values)).toMatchObject({ reference: 'HT-2026-7' })
  await ask(app, owner, 'mutation m($id: ID!) { rePrepareTenant(id: $id) { id } }', { id })
  const queue =
    'query q($q: String!) { queryTenantApplication(q: $q, status: PREPARE) { data { reference } } }'
  expect(await ask(app, admin, queue, { q: name })).toEqual({ data: [{ reference: 'HT-2026-7' }] })
  // While a request is pending, holders of organization_list can change the reference, but the applicant
  // cannot.
  expect(await outcome(app, owner, update, { ...values, reference: 'HT-8' })).toBe('FORBIDDEN')
  expect(await outcome(app, owner, update, { ...values, reference: 'HT-2026-7' })).toBe('done')
  await ask(app, lister, update, { ...values, reference: 'HT-9' })
  expect(await ask(app, admin, queue, { q: name })).toEqual({ data: [{ reference: 'HT-9' }] })
  const events = await auditEvents(app.db, ['actor_id', 'changes'], {
    target_id: id,
    action: 'UpdateTenant',
    success: true,
  })
  expect(events).toMatchObject([
    { actor_id: owner.id, changes: { reference: [null, 'HT-2026-7'] } },
    { actor_id: lister.id, changes: { reference: ['HT-2026-7', 'HT-9'] } },
  ])
})

test('lets only holders of organization_list change the reference of a certified organization', async () => {
  const manager = await givenPerson(app)
  const { id, name } = await organization(app, { owner, managers: [manager] })
  const values = { id, name, contact, reference: 'X' }
  for (const who of [owner, manager]) expect(await outcome(app, who, update, values)).toBe('FORBIDDEN')
  expect(required((await stored(app, id)).tenant, 'tenant').reference).toBe(null)
  expect(await ask(app, lister, update, values)).toMatchObject({ reference: 'X' })
  expect(await ask(app, admin, update, { ...values, reference: null })).toMatchObject({ reference: null })
})
