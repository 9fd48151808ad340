import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { newId } from '../core/id.ts'
import type { Person, Tokens } from '../testing/app.ts'
import { ask, organization, people } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { openQuarters } from './retention.ts'

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let tenantId: string

const list = `query q($first: Int! = 0, $pageSize: Int! = 20, $after: String, $tenantId: ID, $actorId: ID, $targetId: ID,
    $action: String, $success: Boolean, $min: DateTime, $max: DateTime) {
  queryAuditEvent(first: $first, pageSize: $pageSize, after: $after, tenantId: $tenantId, actorId: $actorId, targetId: $targetId,
    action: $action, success: $success, minDateTime: $min, maxDateTime: $max) {
    first pageSize count countExact next data { id dateTime action actor { name } targetId names } } }`
const read = (asked: object, who: Tokens = owner) => ask(app, who, list, { tenantId, ...asked })
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

/** The written events, newest first. Two events share each second. */
const written: { id: string; at: Date; actor: string | null; action: string; target: string }[] = []

beforeAll(async () => {
  const [first, second] = (await people(app, 2)) as [Person, Person]
  owner = first
  tenantId = (await organization(app, { owner, members: [second] })).id
  for (let index = 0; index < 50; index += 1) {
    written.unshift({
      id: newId(),
      at: new Date(Date.UTC(2026, 9, 1, 8, 0, index >> 1)),
      actor: [first.id, second.id][index % 3] ?? null,
      action: index % 2 ? 'UpdateTenant' : 'ActivateDevice',
      target: `device-${index % 5}`,
    })
  }
  await openQuarters(app.db.query, [new Date('2026-09-01'), required(written[0], 'item of written').at])
  await app.db.query
    .insertInto('audit_event')
    .values(
      written.map(({ id, at, actor, action, target }) => ({
        id,
        tenant_id: tenantId,
        date_time: at,
        actor_id: actor,
        action,
        target_type: 'device',
        target_id: target,
        success: action === 'UpdateTenant',
      })),
    )
    .execute()
})

test('lists each audit event once, newest first, by offset and by cursor', async () => {
  const all = written.map(({ id }) => id)
  const first = await read({})
  expect(first).toMatchObject({ first: 0, pageSize: 20, count: 50, countExact: true })
  expect(idsOf(first)).toEqual(all.slice(0, 20))
  const second = await read({ after: first.next })
  expect(idsOf(second)).toEqual(all.slice(20, 40))
  expect(idsOf(await read({ first: 20 }))).toEqual(all.slice(20, 40))
  const third = await read({ after: second.next })
  expect(idsOf(third)).toEqual(all.slice(40))
  expect(third.next).toBe(null)
})

test('filters audit events by actor, action, target, result and time', async () => {
  const which = (fits: (event: (typeof written)[number]) => boolean) =>
    written.filter(fits).map(({ id }) => id)
  const found = async (asked: object) => idsOf(await read({ pageSize: 100, ...asked }))
  expect(await found({ actorId: owner.id })).toEqual(which(({ actor }) => actor === owner.id))
  expect(await found({ action: 'UpdateTenant' })).toEqual(which(({ action }) => action === 'UpdateTenant'))
  expect(await found({ success: false })).toEqual(which(({ action }) => action !== 'UpdateTenant'))
  expect(await found({ targetId: 'device-3' })).toEqual(which(({ target }) => target === 'device-3'))
  expect(await found({ targetId: 'device-3', action: 'UpdateTenant' })).toEqual(
    which(({ target, action }) => target === 'device-3' && action === 'UpdateTenant'),
  )
  const [min, max] = ['2026-10-01T08:00:03.000Z', '2026-10-01T08:00:06.000Z']
  expect(await found({ min, max })).toEqual(which(({ at }) => at >= new Date(min) && at <= new Date(max)))
  expect(await found({ action: 'NoSuchAction' })).toEqual([])
  expect(idsOf(await read({ tenantId: undefined, actorId: 'nobody' }, admin))).toEqual([])
})

test('runs the same number of SQL statements for any number of audit events', async () => {
  const statements = async (pageSize: number) => {
    const before = app.statements()
    await read({ pageSize })
    return app.statements() - before
  }
  expect(await statements(50)).toBe(await statements(2))
})

test('returns the same page of audit events with and without the count', async () => {
  const readAs = (selection: string, fragment = '') =>
    ask(
      app,
      owner,
      `query ($tenantId: ID) { queryAuditEvent(tenantId: $tenantId) { ${selection} } } ${fragment}`,
      { tenantId },
    )
  const { data, next, ...counted } = await readAs('next data { id } count countExact')
  expect(counted).toEqual({ count: 50, countExact: true })
  expect(await readAs('...Size', 'fragment Size on AuditEventPage { count }')).toEqual({ count: 50 })
  expect(await readAs('... { countExact }')).toEqual({ countExact: true })
  const uncounted = await readAs('next data { id }')
  expect(uncounted.data).toEqual(data)
  expect(idsOf(await read({ after: uncounted.next }))).toEqual(idsOf(await read({ after: next })))
})

test('counts at most 10,000 audit events, and lists later events only by cursor', async () => {
  await sql`
    insert into audit_event (tenant_id, id, date_time, action, target_type, target_id, success)
    select ${tenantId}::uuid, gen_random_uuid(), timestamptz '2026-09-01' + n * interval '1 second', 'UpdateProfile', 'account', 'x', true
    from generate_series(1, 10200) n`.execute(app.db.query)
  const asked = { action: 'UpdateProfile', pageSize: 100 }
  const last = await read({ ...asked, first: 9_950 })
  expect(last).toMatchObject({ count: 10_000, countExact: false })
  const beyond = await read({ ...asked, after: last.next })
  expect(beyond).toMatchObject({ first: 10_050, count: 10_000, countExact: false })
  expect(beyond.data).toHaveLength(100)
  const refused = await app.graphql(owner.access_token, list, { tenantId, ...asked, first: 10_001 })
  expect(refused.body.errors[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { first: expect.any(String) },
  })
})
