import { readFileSync } from 'node:fs'
import { type SqlBool, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { newId, noTenant } from '../core/id.ts'
import type { TestDatabase } from '../testing/database.ts'
import { useApp } from '../testing/use-app.ts'
import { applyRetention, openCurrentQuarter, openQuarters } from './retention.ts'

const app = useApp()

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day)

/** Writes one event with this action for each of the given ages in days. */
async function write(action: string, ...days: number[]): Promise<void> {
  await openQuarters(app.db.query, days.map(ago))
  await app.db.query
    .insertInto('audit_event')
    .values(
      days.map((each) => ({
        tenant_id: noTenant,
        id: newId(),
        date_time: ago(each),
        action,
        target_type: 'account',
        success: true,
      })),
    )
    .execute()
  await app.db.query
    .insertInto('audit_personal')
    .values(
      days.map((each) => ({ date_time: ago(each), event_id: newId(), account_id: noTenant, ip: action })),
    )
    .execute()
}

/** Returns the ages in days of the stored events with this action. */
async function kept(action: string): Promise<number[]> {
  const rows = await app.db.query
    .selectFrom('audit_event')
    .select('date_time')
    .where('action', '=', action)
    .orderBy('date_time', 'desc')
    .execute()
  const personal = await app.db.query
    .selectFrom('audit_personal')
    .select('date_time')
    .where('ip', '=', action)
    .orderBy('date_time', 'desc')
    .execute()
  const [days, personalDays] = [rows, personal].map((each) =>
    each.map(({ date_time }) => Math.round((Date.now() - date_time.getTime()) / day)),
  )
  // Personal data is deleted together with the events it belongs to.
  expect(personalDays).toEqual(days)
  return required(days, 'days')
}

test('the server can read and append to the audit log, but not change or delete events', async () => {
  await write('Kept', 0, 40)
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_event'::regclass`.execute(
    app.db.query,
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const table of ['audit_event', ...rows.map(({ name }) => name)]) {
    for (const statement of [
      `delete from ${table}`,
      `update ${table} set action = 'Forged'`,
      `update ${table} set changes = '{}' where id is null`,
      `truncate ${table}`,
      `merge into ${table} using (select 1) as one on true when matched then delete`,
    ])
      await expect(app.db.execute(statement), statement).rejects.toMatchObject({ code: '42501' })
  }
  // Personal data of accounts can be deleted, but never changed.
  for (const statement of ["update audit_personal set ip = 'forged'", 'truncate audit_personal'])
    await expect(app.db.execute(statement), statement).rejects.toMatchObject({ code: '42501' })
  expect(await kept('Kept')).toEqual([0, 40])
  const { rows: role } = await sql<{ superuser: SqlBool }>`
    select rolsuper as superuser from pg_roles where rolname = current_user`.execute(app.db.query)
  expect(role).toEqual([{ superuser: false }])
})

test('deletes quarters of the audit log that ended before the retention period, and retains later quarters', async () => {
  const all = [0, 100, 170, 280, 400, 700, 1_200]
  await write('Old', ...all)
  expect(await applyRetention(app.db, null)).toBe(0)
  expect(await kept('Old')).toEqual(all)
  await applyRetention(app.db, 1_095)
  expect(await kept('Old')).toEqual([0, 100, 170, 280, 400, 700])
  await applyRetention(app.db, 365)
  // Only whole quarters are dropped. The quarter of the event of 400 days ago may have ended only 308 days
  // ago, so on some dates the event is still stored. The event of 700 days ago is always dropped.
  expect(await kept('Old')).toEqual(expect.arrayContaining([0, 100, 170, 280]))
  expect(await kept('Old')).not.toContain(700)
  // Retention cannot be shorter than the legal minimum of 180 days.
  await applyRetention(app.db, 1)
  expect(await kept('Old')).toEqual(expect.arrayContaining([0, 100, 170]))
  expect(await kept('Old')).not.toContain(280)
  expect(await applyRetention(app.db, 1)).toBe(0)
})

test('several servers can create and drop the same partitions of the audit log at the same time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => openQuarters(app.db.query, [ago(3_000), ago(3_100)])))
  await Promise.all(Array.from({ length: 8 }, () => openCurrentQuarter(app.db.query)))
  await write('AtOnce', 3_000, 3_100)
  expect(await kept('AtOnce')).toEqual([3_000, 3_100])
  await Promise.all(Array.from({ length: 4 }, () => applyRetention(app.db, 180)))
  expect(await kept('AtOnce')).toEqual([])
})

const server = process.env.REEVE_TEST_DATABASE_URL

test.runIf(server)(
  'the server cannot delete an audit log that another role owns (docs/operations/audit-log.md)',
  async () => {
    const guide = readFileSync(new URL('../../docs/operations/audit-log.md', import.meta.url), 'utf8')
    const statements = required(
      required(/```sql\n(create role reeve_record[^`]*)```/.exec(guide), 'match')[1],
      'group of the match',
    )
    const url = Object.assign(new URL(required(server, 'server')), {
      pathname: new URL(required((app.db as TestDatabase).url, 'url')).pathname,
    })
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      await client.query('drop role if exists reeve_record')
      await client.query(statements.replaceAll(' reeve;', ' reeve_test;'))
      // PostgreSQL only raises a warning, because a role that does not own the table cannot grant itself
      // privileges.
      await app.db.execute('grant all on audit_event to current_user')
      for (const statement of [
        'delete from audit_event',
        'truncate audit_event',
        'drop schema record cascade',
      ])
        await expect(app.db.execute(statement), statement).rejects.toMatchObject({ code: '42501' })
      await write('Guarded', 0, 500)
      expect(await kept('Guarded')).toEqual([0, 500])
      await applyRetention(app.db, 180)
      expect(await kept('Guarded')).toEqual([0])
      await client.query(
        'reassign owned by reeve_record to reeve_test; drop owned by reeve_record; drop role reeve_record',
      )
    } finally {
      await client.end()
    }
  },
)
