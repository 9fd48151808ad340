import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Person, Tokens } from '../../testing/app.ts'
import { auditEvents } from '../../testing/audit.ts'
import {
  ask,
  givenPerson,
  type Organization,
  organization,
  outcome,
  stored,
} from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
let lister: Person
let owner: Person
beforeAll(async () => {
  lister = await givenPerson(app, ['organization_list'])
  owner = await givenPerson(app)
})

const extend = `mutation m($ids: [ID!]!, $expireAt: DateTime, $months: Int, $preview: Boolean! = false) {
  extendTenants(ids: $ids, expireAt: $expireAt, months: $months, preview: $preview) {
    tenant { id status expireAt } expireAt result } }`
/** Extends organizations by a number of months, without passing `expireAt`. */
const extendBy = `mutation m($ids: [ID!]!, $months: Int, $timeZone: String) { extendTenants(ids: $ids, months: $months, timeZone: $timeZone) { result tenant { status } expireAt } }`
const clear = 'mutation m($ids: [ID!]!) { extendTenants(ids: $ids, expireAt: null) { result expireAt } }'
const until = '2031-01-31T00:00:00.000Z'

const set = (id: string, expireAt: string | null) =>
  app.db.query
    .updateTable('tenant')
    .set({ expire_at: expireAt && new Date(expireAt), expiry_notice: 7 })
    .where('id', '=', id)
    .execute()
const messagesTo = (accountId: string) =>
  app.db.query.selectFrom('message').select('template').where('account_id', '=', accountId).execute()
const eventsIn = (id: string) => auditEvents(app.db, ['action', 'changes'], { tenant_id: id })
const idsOf = (tenants: readonly Organization[]) => tenants.map(({ id }) => id)

test('previews and sets one expiry date for several organizations, and reports those that cannot be extended', async () => {
  const running = await organization(app, { owner })
  const over = await organization(app, { owner, status: 'EXPIRED' })
  const same = await organization(app, { owner })
  await set(same.id, until)
  const open = await organization(app, { owner, status: 'PREPARE' })
  const ids = [...idsOf([running, over, same, open]), owner.id, newId(), 'nothing']
  const results = (outcomes: { tenant: { id: string }; result: string; expireAt: string | null }[]) =>
    new Map(outcomes.map(({ tenant, result, expireAt }) => [tenant.id, [result, expireAt]]))
  const expected = new Map([
    [running.id, ['CHANGED', until]],
    [over.id, ['CHANGED', until]],
    [same.id, ['UNCHANGED', until]],
    [open.id, ['CONFLICT', null]],
  ])
  const before = await messagesTo(owner.id)
  expect(results(await ask(app, lister, extend, { ids, expireAt: until, preview: true }))).toEqual(expected)
  expect(required((await stored(app, running.id)).tenant, 'tenant').expire_at).toBe(null)
  expect(await eventsIn(running.id)).toEqual([])

  const outcomes = await ask(app, lister, extend, { ids, expireAt: until })
  expect(results(outcomes)).toEqual(expected)
  expect(outcomes.find(({ tenant }: { tenant: { id: string } }) => tenant.id === over.id).tenant).toEqual({
    id: over.id,
    status: 'FINISH',
    expireAt: until,
  })
  for (const { id } of [running, over])
    expect((await stored(app, id)).tenant).toMatchObject({ expire_at: new Date(until), expiry_notice: null })
  expect(await eventsIn(over.id)).toMatchObject([
    {
      action: 'UpdateTenant',
      changes: { status: ['EXPIRED', 'FINISH'], expireAt: [expect.any(String), until] },
    },
  ])
  expect(await eventsIn(same.id)).toEqual([])
  // The owner gets a message only if the expiry date moves to a later time. The other organization had no
  // expiry date before.
  expect((await messagesTo(owner.id)).slice(before.length)).toEqual([{ template: 'tenant.extended' }])
})

test('adds months to each expiry date, or to the current time if the date has passed', async () => {
  const january = await organization(app, { owner })
  await set(january.id, '2030-01-31T10:00:00.000Z')
  const over = await organization(app, { owner, status: 'EXPIRED' })
  const forever = await organization(app, { owner })
  const [first] = await ask(app, lister, extendBy, { ids: [january.id], months: 1 })
  expect(first).toEqual({
    result: 'CHANGED',
    tenant: { status: 'FINISH' },
    expireAt: '2030-02-28T10:00:00.000Z',
  })
  // In Shanghai, eight hours ahead of UTC, this time is already March 1.
  await set(january.id, '2030-02-28T16:00:00.000Z')
  const [there] = await ask(app, lister, extendBy, {
    ids: [january.id],
    months: 24,
    timeZone: 'Asia/Shanghai',
  })
  expect(there.expireAt).toBe('2032-02-29T16:00:00.000Z')
  const [second] = await ask(app, lister, extendBy, { ids: [over.id], months: 12 })
  expect(second.tenant.status).toBe('FINISH')
  expect(Date.parse(second.expireAt)).toBeGreaterThan(Date.now() + 364 * 86_400_000)
  expect(await ask(app, lister, extendBy, { ids: [forever.id], months: 12 })).toMatchObject([
    { result: 'UNCHANGED', expireAt: null },
  ])
  expect(await ask(app, lister, clear, { ids: [january.id] })).toEqual([
    { result: 'CHANGED', expireAt: null },
  ])
})

test('an extension requires either an expiry date or a number of months from 1 to 120', async () => {
  const { id } = await organization(app, { owner })
  expect(await outcome(app, lister, extendBy, { ids: [id] })).toBe('BAD_INPUT')
  expect(await outcome(app, lister, extend, { ids: [id], expireAt: until, months: 1 })).toBe('BAD_INPUT')
  for (const months of [0, 121, -1])
    expect(await outcome(app, lister, extendBy, { ids: [id], months })).toBe('BAD_INPUT')
  expect(await outcome(app, lister, extendBy, { ids: Array(1_001).fill(id), months: 1 })).toBe('BAD_INPUT')
  expect(required((await stored(app, id)).tenant, 'tenant').expire_at).toBe(null)
})

test('rejects an extension by a viewer without organization_list, and leaves the expiry date unchanged', async () => {
  const tenant = await organization(app, { owner })
  await set(tenant.id, until)
  const others = [owner, await givenPerson(app, ['certification_audit', 'account_management'])]
  for (const other of others) {
    expect(await outcome(app, other, extendBy, { ids: [tenant.id], months: 1 })).toBe('FORBIDDEN')
    expect(await outcome(app, other, extend, { ids: [tenant.id], months: 1, preview: true })).toBe(
      'FORBIDDEN',
    )
  }
  expect(required((await stored(app, tenant.id)).tenant, 'tenant').expire_at).toEqual(new Date(until))
  expect(await outcome(app, admin, extendBy, { ids: [tenant.id], months: 1 })).toBe('done')
})

test('ten concurrent extensions by one month extend each organization by ten months', async () => {
  const pair = [await organization(app, { owner }), await organization(app, { owner })]
  for (const { id } of pair) await set(id, '2030-01-15T00:00:00.000Z')
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      outcome(app, lister, extendBy, { ids: index % 2 ? idsOf(pair) : idsOf(pair).toReversed(), months: 1 }),
    ),
  )
  expect(new Set(outcomes)).toEqual(new Set(['done']))
  for (const { id } of pair)
    expect(required((await stored(app, id)).tenant, 'tenant').expire_at).toEqual(
      new Date('2030-11-15T00:00:00.000Z'),
    )
})

test('lets only holders of organization_list mark organizations as internal, and filters by the mark and expiry date', async () => {
  const { id, name } = await organization(app, { owner })
  await set(id, '2027-01-01T00:00:00.000Z')
  const mark = `mutation m($internal: Boolean) { updateTenant(id: "${id}", name: ${JSON.stringify(name)}, areaIds: ["330106"],
    contact: {name: "李明", mobilePhone: "13800138000", email: "li@example.com"}, uploadAudit: false, internal: $internal) { internal } }`
  expect(await outcome(app, owner, mark, { internal: true })).toBe('FORBIDDEN')
  expect(await outcome(app, owner, mark, { internal: false })).toBe('done')
  expect(required((await stored(app, id)).tenant, 'tenant').internal).toBe(false)
  expect(await ask(app, lister, mark, { internal: true })).toEqual({ internal: true })
  expect(await ask(app, lister, mark, {})).toEqual({ internal: true })
  const list = `query q($internal: Boolean, $max: DateTime) { queryTenant(internal: $internal, maxExpireAt: $max, pageSize: 100) { count data { id } } }`
  expect(await ask(app, lister, list, { internal: true })).toEqual({ count: 1, data: [{ id }] })
  const found = await ask(app, lister, list, { max: '2027-01-01T00:00:00.000Z' })
  expect(found.data).toContainEqual({ id })
  const earlier = await ask(app, lister, list, { max: '2026-12-31T00:00:00.000Z' })
  expect(earlier.data).not.toContainEqual({ id })
})

test('lets administrators, but not holders of organization_list, switch to a certified organization', async () => {
  const get = 'query q($id: ID!) { getTenant(id: $id) { viewerCan { enter } } }'
  const may = async (who: Pick<Tokens, 'access_token'>, { id }: { id: string }) =>
    (await ask(app, who, get, { id })).viewerCan.enter
  const running = await organization(app, { owner })
  const over = await organization(app, { owner, status: 'EXPIRED' })
  const open = await organization(app, { owner, status: 'PREPARE' })
  for (const tenant of [running, over]) {
    expect(await may(admin, tenant)).toBe(true)
    expect(await may(owner, tenant)).toBe(true)
    expect(await may(lister, tenant)).toBe(false)
  }
  expect(await may(admin, open)).toBe(false)
})
