import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { last } from '../../contract/required.ts'
import { accountEvent } from '../accounts/events.ts'
import { emit } from '../core/events/emit.ts'
import { assignPositions, maintainEventPartitions } from '../core/events/positions.ts'
import { newId } from '../core/id.ts'
import type { Person, Tokens } from '../testing/app.ts'
import { closeAndErase } from '../testing/closing.ts'
import { testDatabase } from '../testing/database.ts'
import { newDevice } from '../testing/devices.ts'
import { ask, contact, givenPerson, newName, organization, outcome } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let member: Person

beforeAll(async () => {
  owner = await givenPerson(app)
  member = await givenPerson(app)
})

const feed = `query q($tenant: ID, $after: String, $size: Int! = 100) {
  queryEvent(tenantId: $tenant, after: $after, pageSize: $size) { next data { id type dateTime payload } } }`

type Who = Pick<Tokens, 'access_token'>

/** Assigns positions to all pending events, and returns the events after the cursor. */
async function read(who: Who, tenant: string | null, after?: string) {
  await assignPositions(app.db, async () => {})
  const events: { type: string; payload: Record<string, unknown> }[] = []
  for (let next = after; ; ) {
    const page = await ask(app, who, feed, { tenant, after: next })
    events.push(...page.data)
    if (!page.data.length) return { events, next: page.next as string }
    next = page.next
  }
}

const summaries = ({ events }: Awaited<ReturnType<typeof read>>) =>
  events.map(({ type, payload }) => [type, payload] as const)

test('returns the events of an organization in order and continues from a cursor', async () => {
  const { id } = await organization(app, { owner })
  const start = await read(owner, id)
  const who = { tenantId: id, accountId: member.id }
  await ask(
    app,
    owner,
    `mutation { addTenantOperator(tenantId: "${id}", operatorId: "${member.id}") { id } }`,
  )
  const roles = `mutation { addOperatorRoles(tenantId: "${id}", operatorId: "${member.id}", roles: [VIEWER]) { id } }`
  await ask(app, owner, roles)
  // The second call changes nothing, so it must not emit an event.
  await ask(app, owner, roles)
  await ask(app, owner, `mutation { addTenantManager(tenantId: "${id}", operatorId: "${member.id}") { id } }`)
  await ask(
    app,
    owner,
    `mutation { changeTenantOwner(tenantId: "${id}", operatorId: "${member.id}") { id } }`,
  )
  const events = await read(member, id, start.next)
  expect(summaries(events)).toEqual([
    ['member.added', who],
    ['member.permissionsChanged', { ...who, changed: ['roles'] }],
    ['member.permissionsChanged', { ...who, changed: ['manager'] }],
    ['member.permissionsChanged', { ...who, changed: ['manager'] }],
    ['member.permissionsChanged', { tenantId: id, accountId: owner.id, changed: ['manager'] }],
    ['tenant.ownership', { tenantId: id, ownerId: member.id, formerOwnerId: owner.id }],
  ])
  await ask(
    app,
    member,
    `mutation { removeTenantOperator(tenantId: "${id}", operatorId: "${owner.id}") { id } }`,
  )
  expect(summaries(await read(member, id, events.next))).toEqual([
    ['member.removed', { tenantId: id, accountId: owner.id }],
  ])
})

test('records a platform event when an organization is requested, rejected, confirmed and deleted', async () => {
  const start = await read(admin, null)
  const name = newName()
  const apply = `mutation { prepareTenant(name: "${name}", areaIds: ["330106"], contact: { name: "李明", mobilePhone: "${contact.mobilePhone}" }) { id } }`
  const { id } = await ask(app, member, apply)
  await ask(app, admin, `mutation { rejectTenant(id: "${id}", reject: "不清楚") { id } }`)
  await ask(app, member, `mutation { rePrepareTenant(id: "${id}") { id } }`)
  await ask(app, admin, `mutation { confirmTenant(id: "${id}") { id } }`)
  await ask(app, admin, `mutation { deleteTenant(id: "${id}") }`)
  const ofTenant = summaries(await read(admin, null, start.next)).filter(
    ([, payload]) => payload.tenantId === id,
  )
  expect(ofTenant).toEqual([
    ['member.added', { tenantId: id, accountId: member.id }],
    ...['applied', 'rejected', 'applied', 'confirmed', 'deleted'].map((what) => [
      `tenant.${what}`,
      { tenantId: id },
    ]),
  ])
})

test('omits contact data from the events of accounts', async () => {
  const start = await read(admin, null)
  const one = await givenPerson(app)
  const update =
    'mutation m($id: ID!, $phone: String) { updateOperator(id: $id, mobilePhone: $phone, nickName: "新") { id } }'
  await ask(app, admin, update, { id: one.id, phone: '13900139077' })
  await ask(app, admin, update, { id: one.id })
  await ask(app, admin, `mutation { invalidOperator(id: "${one.id}") { id } }`)
  await ask(app, admin, `mutation { closeOperator(operatorId: "${one.id}") }`)
  await closeAndErase(app, [one])
  const events = summaries(await read(admin, null, start.next)).filter(
    ([, payload]) => payload.accountId === one.id,
  )
  expect(events).toEqual([
    ['account.contactChanged', { accountId: one.id, changed: ['mobilePhone'] }],
    ['account.disabled', { accountId: one.id }],
    ['account.closed', { accountId: one.id }],
  ])
})

test('moving a device records one event for each organization and one for the platform', async () => {
  const [one, other] = [await organization(app, { owner }), await organization(app, { owner })]
  const starts = await Promise.all([read(owner, one.id), read(owner, other.id), read(admin, null)])
  const device = `feed-${newId().slice(-8)}`
  await newDevice(app, admin, { id: device, tenantId: one.id })
  await ask(app, admin, `mutation { updateDeviceByStatus(id: "${device}", status: SUSPENDED) { id } }`)
  await ask(
    app,
    admin,
    `mutation { saveDeviceByPalgo(id: "${device}", tenantId: "${other.id}", name: "新") { id } }`,
  )
  const before = [
    ['device.registered', { deviceId: device, tenantId: one.id }],
    ['device.status', { deviceId: device, tenantId: one.id, status: 'SUSPENDED', formerStatus: 'PRODUCED' }],
  ]
  expect(summaries(await read(owner, one.id, starts[0].next))).toEqual([
    ...before,
    ['device.moved', { deviceId: device, tenantId: one.id, direction: 'left' }],
  ])
  expect(summaries(await read(owner, other.id, starts[1].next))).toEqual([
    ['device.moved', { deviceId: device, tenantId: other.id, direction: 'joined' }],
  ])
  expect(summaries(await read(admin, null, starts[2].next))).toEqual([
    ...before,
    ['device.moved', { deviceId: device, tenantId: other.id, formerTenantId: one.id }],
  ])
})

test('rejects a cursor of another feed, and rejects users who cannot read the feed', async () => {
  const [one, other] = [await organization(app, { owner }), await organization(app, { owner })]
  const { next } = await read(owner, one.id)
  expect(await outcome(app, owner, feed, { tenant: other.id, after: next })).toBe('BAD_INPUT')
  expect(await outcome(app, owner, feed, { tenant: null })).toBe('FORBIDDEN')
  expect(await outcome(app, member, feed, { tenant: one.id })).toBe('FORBIDDEN')
})

const give = (id: string) => accountEvent('account.disabled', id)

test('returns an event that is committed only after a newer event was read', async () => {
  // The test needs two transactions at the same time, but the embedded database has a single connection.
  if (app.db.kind === 'embedded') return
  const [early, late] = [newId(), newId()]
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const slow = app.db.transaction(async (tx) => {
    await emit(tx, [give(early)])
    begun.resolve()
    await go.promise
  })
  await begun.promise
  await app.db.transaction((tx) => emit(tx, [give(late)]))
  const first = await read(admin, null)
  expect(last(first.events, 'events').payload).toEqual({ accountId: late })
  expect(first.events.some(({ payload }) => payload.accountId === early)).toBe(false)
  go.resolve()
  await slow
  expect((await read(admin, null, first.next)).events.map(({ payload }) => payload)).toEqual([
    { accountId: early },
  ])
})

test('assigns positions without gaps to events of concurrent transactions', async () => {
  const { next } = await read(admin, null)
  const ids = Array.from({ length: 20 }, newId)
  await Promise.all(
    ids.flatMap((id) => [
      app.db.transaction((tx) => emit(tx, [give(id), give(id)])),
      assignPositions(app.db, async () => {}),
    ]),
  )
  const { events } = await read(admin, null, next)
  expect(events).toHaveLength(40)
  const counts = Map.groupBy(events, ({ payload }) => payload.accountId)
  expect([...counts.keys()].sort()).toEqual(ids.sort())
  const { rows } = await app.db.execute(
    'select count(*) as count, max(position) as last, (select position from event_head) as head from event',
  )
  expect(rows).toEqual([{ count: rows[0].head, last: rows[0].head, head: rows[0].head }])
})

test('creates partitions for the dates of old events, and drops partitions after 30 days', async () => {
  await using db = await testDatabase()
  const days = async () =>
    (
      await sql<{ day: string }>`
        select right(relname, 8) as day from pg_inherits join pg_class on oid = inhrelid
        where inhparent = 'event'::regclass order by 1`.execute(db.query)
    ).rows.map(({ day }) => day)
  const fresh = await days()
  expect(fresh).toHaveLength(3)
  await db.transaction((tx) => emit(tx, [give(newId())]))
  await db.execute("update event_pending set date_time = now() - interval '40 days'")
  await maintainEventPartitions(db.query)
  expect(await days()).toHaveLength(43)
  await assignPositions(db, async () => {})
  expect((await db.execute('select position from event')).rows).toEqual([{ position: 1 }])
  await maintainEventPartitions(db.query)
  expect(await days()).toHaveLength(33)
  // Simulates days without a running server: the newest partitions are missing, and an old one still exists.
  for (const day of (await days()).slice(0, 3)) await db.execute(`drop table feed.event_${day}`)
  await db.execute(
    `create table feed.event_20260101 partition of event for values from ('2026-01-01') to ('2026-01-02')`,
  )
  await maintainEventPartitions(db.query)
  expect(await days()).not.toContain('20260101')
})
