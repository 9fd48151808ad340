import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { testDatabase } from '../testing/database.ts'
import { useDatabase } from '../testing/use-database.ts'
import { loadDemo } from './load.ts'

const db = useDatabase()
const now = new Date('2026-11-20T08:00:00Z')

beforeAll(() => loadDemo(db, 'none', now))

const numbers = async (text: string) =>
  (await db.execute(text)).rows.map((row) => Object.values(row).map(Number))

test('the demo data contains 300 accounts, 5,000 devices and organizations in every status', async () => {
  expect(await numbers('select count(*) from account')).toEqual([[300]])
  expect(await numbers('select count(*) from device')).toEqual([[5000]])
  expect(await numbers('select count(*) from account where pinyin is null')).toEqual([[0]])
  const { rows } = await db.execute('select distinct status from tenant where not personal order by status')
  expect(rows.map(({ status }) => status)).toEqual(['EXPIRED', 'FINISH', 'PREPARE', 'REJECT'])
})

test('stored counts in the demo data match the actual rows, and referenced rows exist', async () => {
  const wrongCounts = await sql`
    with device as materialized (select tenant_id from device)
    select tenant.id from tenant where not personal and (
      member_count <> (select count(*) from member where tenant_id = tenant.id)
      or manager_count <> (select count(*) from member where tenant_id = tenant.id and manager)
      or device_count <> (select count(*) from device where tenant_id = tenant.id))`.execute(db.query)
  expect(wrongCounts.rows).toEqual([])
  const withoutOwner = await db.execute(`select id from tenant where not personal and not exists (
    select from member where tenant_id = tenant.id and account_id = tenant.owner_id)`)
  expect(withoutOwner.rows).toEqual([])
  const unclaimed = await db.execute(`select id from account where not exists (
    select from account_claim where kind = 'mobile_phone' and value = account.mobile_phone and account_id = account.id)`)
  expect(unclaimed.rows).toEqual([])
  const [[stored, submitted] = []] =
    await numbers(`select count(paper.id) as kept, count(*) as handed_in from tenant_application as application, unnest(paper_ids) as named
    left join tenant_application_paper as paper on paper.id = named
    where paper.id is null or paper.tenant_id = application.tenant_id`)
  expect(stored).toBe(submitted)
  expect(stored).toBeGreaterThan(5)
  const future = await db.execute(
    `select 1 from member where joined_at > $1 union select 1 from tenant where created_at > $1 union select 1 from device where created_at > $1`,
    [now],
  )
  expect(future.rows).toEqual([])
})

test('events in the demo data happen in a plausible order', async () => {
  const wrong = {
    'registered before its organization was approved': `with device as materialized (select tenant_id, id, created_at from device)
      select device.id from device join tenant on tenant.id = device.tenant_id
      where device.created_at < tenant.created_at`,
    'expired, though not yet, or before it was registered': `select device.id from device
      where (status = 'EXPIRED') <> coalesce(expired_at <= $1, false) or expired_at <= created_at`,
    'connected before it was registered, or after it had expired': `select device.id from device_connection
      join device on device.tenant_id = device_connection.tenant_id and device.id = device_id
      where connected_at < created_at or connected_at >= disconnected_at or disconnected_at > $1
        or (status = 'EXPIRED' and disconnected_at > expired_at)`,
    'in use and never connected, or the other way round': `select device.id from device
      where (status = 'PRODUCED') = exists (
        select 1 from device_connection as connection where connection.tenant_id = device.tenant_id and device_id = device.id)`,
    'joined before there was an account': `select account_id from member
      join account on account.id = account_id where joined_at < created_at`,
    'signed in before there was an account, or signed in still': `select session.id from session
      join account on account.id = account_id
      where session.created_at < account.created_at or ended_at is null or ended_at > $1`,
    'joined lately without having signed in': `select account_id from member
      where joined_at > $1::timestamptz - interval '80 days' and not exists (
        select from session where session.account_id = member.account_id and session.created_at <= joined_at)`,
    'recorded as of the future': 'select id from audit_event where date_time > $1',
  }
  for (const [what, text] of Object.entries(wrong)) {
    const { rows } = await db.execute(text, text.includes('$1') ? [now] : [])
    expect([what, rows.length]).toEqual([what, 0])
  }
  const [[here] = []] = await numbers('select count(distinct account_id) from session')
  expect(here).toBeGreaterThan(240)
  // Nearly all active devices were connected until just before the data was loaded.
  const [[active, until, lost] = []] = await numbers(`
    select count(*) as active, count(*) filter (where seen_at > '${now.toISOString()}'::timestamptz - interval '1 minute') as until,
      count(*) filter (where seen_at < '${now.toISOString()}'::timestamptz - interval '1 day') as lost
    from device join device_presence using (tenant_id, id) where status = 'ACTIVE'`)
  expect(until).toBeGreaterThan(300)
  expect(required(until, 'until') / required(active, 'active')).toBeGreaterThan(0.8)
  expect(required(lost, 'lost') / required(active, 'active')).toBeLessThan(0.1)
  const [[provinces] = []] = await numbers(`
    select count(distinct areas -> 0 ->> 'id') from tenant where device_count > 0 and not personal`)
  expect(provinces).toBeGreaterThan(15)
})

test('loading the demo data does not change a database that already has accounts', async () => {
  expect(await loadDemo(db, 'none', now)).toBeNull()
  expect(await numbers('select count(*) from account')).toEqual([[300]])
})

test('loading the demo data twice for the same time creates the same organizations', async () => {
  await using other = await testDatabase()
  const first = await loadDemo(other, 'none', now)
  expect(first).toHaveLength(6)
  const names = 'select id, name from tenant order by id'
  expect((await other.execute(names)).rows).toEqual((await db.execute(names)).rows)
})
