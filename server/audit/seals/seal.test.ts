import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { last, required } from '../../../contract/required.ts'
import { erasePersonal } from '../../core/audit.ts'
import { newId, noTenant } from '../../core/id.ts'
import type { Database } from '../../db/open.ts'
import { testDatabase } from '../../testing/database.ts'
import { faultsOf, otherKey, placesOf, seal, writeEvents } from '../../testing/record/seals.ts'
import { touched } from '../../testing/touched.ts'
import { applyRetention, openQuarters } from '../retention.ts'
import { readPersonal, readTexts } from './digest.ts'
import { verifyAuditLog } from './verify.ts'

const account = async (db: Database) => {
  const id = newId()
  await db.query.insertInto('account').values({ id, name: '王明' }).execute()
  return id
}
const seals = (db: Database) =>
  db.query
    .selectFrom('audit_seal')
    .select(['number', 'first', 'count', 'quarter', 'key_id'])
    .orderBy('number')
    .execute()

/** Writes an event of the given age in days. */
async function writeOld(db: Database, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000)
  await openQuarters(db.query, [at])
  await db.query
    .insertInto('audit_event')
    .values({
      tenant_id: noTenant,
      id: newId(),
      date_time: at,
      action: 'Old',
      target_type: 'account',
      success: true,
    })
    .execute()
}

test('seals each audit event once, in consecutive seals, even if the signing key changes', async () => {
  await using db = await testDatabase()
  const id = await account(db)
  await seal(db)
  expect(await seals(db)).toEqual([])
  await writeEvents(db, id, 3)
  await Promise.all([seal(db), seal(db)])
  await writeEvents(db, id, 2)
  await seal(db, otherKey())
  await db.transaction(async () => {})
  await writeEvents(db, id, 1)
  expect((await seals(db)).map(({ number, first, count }) => [number, first, count])).toEqual([
    [1, 1, 3],
    [2, 4, 2],
    [3, 6, 1],
  ])
  expect(await verifyAuditLog(db.query, { days: null })).toEqual({
    ...{ seals: 3, events: 6, letGo: 0, waiting: 0, faults: [], faultCount: 0 },
  })
})

test('the server cannot change or delete seals, or the positions of events in the audit log', async () => {
  await using db = await testDatabase()
  await writeEvents(db, await account(db), 1)
  const { rows } = await db.execute(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_place'::regclass",
  )
  for (const table of ['audit_place', 'audit_seal', 'audit_seal_key', ...rows.map(({ name }) => name)])
    for (const statement of [`delete from ${table}`, `truncate ${table}`])
      await expect(db.execute(statement), statement).rejects.toMatchObject({ code: '42501' })
  for (const statement of ['update audit_place set position = 0', 'update audit_seal set number = 0'])
    await expect(db.execute(statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('seals stay valid after an account is erased, but data deleted from an existing account is reported', async () => {
  await using db = await testDatabase()
  const [one, other] = [await account(db), await account(db)]
  await writeEvents(db, one, 2)
  await writeEvents(db, other, 1)
  await db.transaction(async (tx) => {
    await erasePersonal(tx, { id: one })
    await tx.updateTable('account').set({ erased_at: sql`now()` }).where('id', '=', one).execute()
  })
  expect(await faultsOf(db)).toEqual([])
  const left = await db.query.selectFrom('audit_personal').select(['account_id', 'ip', 'salt']).execute()
  expect(left.map(({ account_id }) => account_id)).toEqual([other])
  await db.transaction((tx) => erasePersonal(tx, { id: other }))
  expect(await faultsOf(db)).toEqual([`removed personal data of account ${other} in an event 3`])
})

test('seals audit events of different quarters separately, and retains the seals of a deleted quarter', async () => {
  await using db = await testDatabase()
  for (const days of [700, 400, 0]) await writeOld(db, days)
  await seal(db)
  await writeOld(db, 700)
  await seal(db)
  expect(new Set((await seals(db)).map(({ quarter }) => quarter)).size).toBe(3)
  expect(await verifyAuditLog(db.query, { days: null })).toMatchObject({ seals: 4, events: 4, faults: [] })
  await applyRetention(db, 600)
  expect(await verifyAuditLog(db.query, { days: 600 })).toMatchObject({
    seals: 4,
    events: 2,
    letGo: 2,
    faults: [],
  })
  // The events are younger than this retention period, so their missing quarter is reported.
  expect(await faultsOf(db, { days: 3_650 })).toEqual([
    expect.stringMatching(/^removed all 2 events of quarter \d{4}_\d, which is within the retention period$/),
  ])
  await applyRetention(db, 180)
  await writeOld(db, 0)
  await seal(db)
  expect(await verifyAuditLog(db.query, { days: 180 })).toMatchObject({ events: 2, letGo: 3, faults: [] })
})

test('the first run seals all existing audit events', async () => {
  await using db = await testDatabase()
  await sql`
    insert into audit_event (tenant_id, id, action, target_type, success, date_time)
    select ${noTenant}, gen_random_uuid(), 'Old', 'account', true, now() - n * interval '1 microsecond'
    from generate_series(1, 2600) as n`.execute(db.query)
  await seal(db)
  expect(await verifyAuditLog(db.query, { days: null })).toMatchObject({
    seals: 3,
    events: 2_600,
    waiting: 0,
    faults: [],
  })
  const { rows } = await sql<{ ordered: boolean }>`
    select bool_and(ordered) as ordered from (
      select date_time >= lag(date_time) over (order by position) as ordered from audit_place) as places
    `.execute(db.query)
  expect(rows).toEqual([{ ordered: true }])
})

test.runIf(process.env.REEVE_TEST_DATABASE_URL)(
  'seals an event of a long transaction after its commit, without delaying other events',
  async () => {
    await using db = await testDatabase()
    const id = await account(db)
    const event = newId()
    await db.hold(async ({ query }) => {
      await query('begin')
      await query(
        "insert into audit_event (tenant_id, id, action, target_type, success) values ($1, $2, 'Late', 'account', true)",
        [id, event],
      )
      expect(await writeEvents(db, id, 2)).toHaveLength(2)
      expect(await faultsOf(db)).toEqual([])
      await query('commit')
    })
    await seal(db)
    expect((await placesOf(db)).indexOf(event)).toBe(2)
    expect(await verifyAuditLog(db.query, { days: null })).toMatchObject({ events: 3, faults: [] })
  },
)

test('sealing new events reads about as little data from a large audit log as from a small one', async () => {
  await using db = await testDatabase()
  const id = await account(db)
  const read = async () => {
    await writeEvents(db, id, 5)
    await sql`vacuum analyze`.execute(db.query)
    const { rows } = await sql<{ id: string; at: string }>`
      select event_id as id, date_time::text as at from audit_place order by position desc limit 5`.execute(
      db.query,
    )
    const span = {
      ids: rows.map((row) => row.id),
      from: last(rows, 'rows').at,
      to: required(rows[0], 'item of rows').at,
    }
    const statements = await touched(db, async (query) => {
      await readTexts(query, span)
      await readPersonal(query, span)
      await sql`select hash from audit_place where position > ${0} order by position limit 5`.execute(query)
    })
    return statements.map(({ pages }) => pages)
  }
  const few = await read()
  await sql`
    insert into audit_event (tenant_id, id, action, target_type, success)
    select ${noTenant}, gen_random_uuid(), 'Old', 'account', true from generate_series(1, 20000)`.execute(
    db.query,
  )
  await seal(db)
  const many = await read()
  for (const [index, pages] of many.entries())
    expect(pages).toBeLessThan(required(few[index], 'item of few') * 2 + 20)
})
