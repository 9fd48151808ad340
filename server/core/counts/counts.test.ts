import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { listEvents } from '../../audit/list.ts'
import { applyRetention, openQuarters } from '../../audit/retention.ts'
import { listCertifications } from '../../certification/review-queue.ts'
import { isDistributed } from '../../db/citus/distributed.ts'
import type { Tables } from '../../db/tables.ts'
import { listDevices } from '../../devices/list/list.ts'
import { listAccounts } from '../../members/list.ts'
import { countMessages } from '../../notifications/messages.store.ts'
import { listTenants, type TenantFilter } from '../../tenants/list.ts'
import { expectCounted } from '../../testing/counts.ts'
import { repeatable } from '../../testing/random.ts'
import { useDatabase } from '../../testing/use-database.ts'
import { signCursors } from '../cursor.ts'
import { countRows, foldCounts } from './counts.ts'

const db = useDatabase()
beforeAll(() => signCursors(db.query, async () => 'key'))

const [one, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const place = `case when n % 3 = 0 then '${other}' else '${one}' end::uuid`
/**
 * Returns an SQL condition that selects $1 random rows. On Citus, the condition cannot skip locked rows, so
 * the test does not write concurrently there.
 */
const some = (table: string) =>
  isDistributed(db.query) && table.startsWith('device')
    ? `(tenant_id, id) in (select tenant_id, id from ${table} order by random() limit $1)`
    : `ctid in (select ctid from ${table} order by random() limit $1 for update skip locked)`
/** Returns an SQL expression that selects one of the words by the row number `n`. */
const word = (...words: string[]) => `(array['${words.join("','")}'])[1 + n / 3 % ${words.length}]`

/**
 * Runs randomly chosen statements many times, with different numbers of rows and in three concurrent loops.
 * Folds the changes in between. Some transactions are rolled back. The first statement must insert rows.
 */
async function write(...statements: string[]): Promise<void> {
  const work = async (seed: number) => {
    const random = repeatable(seed)
    for (let times = 0; times < 25; times += 1) {
      const statement = required(statements[random(statements.length)], 'item of statements')
      const run = db.transaction(async (tx) => {
        const text = statement.replaceAll('$1', String(random(40)))
        await sql.raw(text).execute(tx)
        if (random(5) === 0) throw new Error('in vain')
      })
      await run.catch((error) => expect(error.message).toBe('in vain'))
      if (random(6) === 0) await foldCounts(db)
    }
  }
  const alone = isDistributed(db.query) && first(statements, 'statements').includes('insert into device ')
  for (const seeds of alone ? [[11], [222], [3_333]] : [[11, 222, 3_333]]) await Promise.all(seeds.map(work))
  await db.execute(first(statements, 'statements').replaceAll('$1', '40'))
  await expectCounted({ db })
  await foldCounts(db)
  expect((await db.execute('select from row_count_change')).rows).toEqual([])
  await expectCounted({ db })
}

/** Asserts that the stored row count of each list equals the actual number of rows. */
async function agree(
  lists: readonly (readonly [string, (query: Kysely<Tables>) => Promise<number | { count: number }>])[],
): Promise<void> {
  for (const [rows, list] of lists) {
    const answer = await list(db.query)
    const { rows: there } = await db.execute(`select count(*) as count from ${rows}`)
    expect(typeof answer === 'number' ? answer : answer.count, rows).toBe(there[0].count)
    expect(there[0].count, rows).toBeGreaterThan(0)
  }
}
const page = { first: 0, pageSize: 1 }

test('the account list counts enabled and disabled accounts, but not erased accounts', async () => {
  await write(
    `insert into account (id, name, enabled) select gen_random_uuid(), 'n', n % 3 > 0 from generate_series(1, $1) n`,
    `update account set enabled = not enabled where ${some('account')}`,
    `update account set name = 'other' where ${some('account')}`,
    `update account set erased_at = now() where ${some('account')}`,
    `delete from account where ${some('account')}`,
    `insert into account (id, name) select id, 'new' from account limit 1 on conflict (id) do update set enabled = false`,
  )
  await agree([
    ['account where erased_at is null', (query) => listAccounts(query, page)],
    [
      'account where erased_at is null and enabled',
      (query) => listAccounts(query, { ...page, enabled: true }),
    ],
    [
      'account where erased_at is null and not enabled',
      (query) => listAccounts(query, { ...page, enabled: false }),
    ],
  ])
})

test('organizations are counted by status, and count as expired once their expiry time has passed', async () => {
  const status = word('PREPARE', 'REJECT', 'FINISH', 'EXPIRED')
  await write(
    `insert into tenant (id, name, status, owner_id, personal, expire_at)
     select gen_random_uuid(), 'n', ${status}, '${one}', n % 7 = 0,
       case when n % 3 > 0 then now() + (n % 3 - 1.5) * interval '1 day' end from generate_series(1, $1) n`,
    `update tenant set expire_at = now() - interval '1 hour' where ${some('tenant')}`,
    `update tenant set expire_at = now() + interval '1 hour' where ${some('tenant')}`,
    `update tenant set status = 'EXPIRED' where expire_at <= now() and status = 'FINISH' and ${some('tenant')}`,
    `update tenant set status = 'FINISH' where status = 'PREPARE' and ${some('tenant')}`,
    `update tenant set personal = not personal where ${some('tenant')}`,
    `delete from tenant where ${some('tenant')}`,
  )
  const ended = "status in ('FINISH', 'EXPIRED') and coalesce(expire_at <= now(), false)"
  const goesOn = "status in ('FINISH', 'EXPIRED') and not coalesce(expire_at <= now(), false)"
  const of = (statusSet: TenantFilter['statusSet']) => (query: Kysely<Tables>) =>
    listTenants(query, { ...page, statusSet })
  await agree([
    ['tenant where not personal', of(null)],
    [`tenant where not personal and status = 'PREPARE'`, of(['PREPARE'])],
    [`tenant where not personal and ${ended}`, of(['EXPIRED'])],
    [`tenant where not personal and ${goesOn}`, of(['FINISH'])],
    [`tenant where not personal and (${goesOn} or status = 'REJECT')`, of(['REJECT', 'FINISH'])],
    [`tenant where not personal and status in ('FINISH', 'EXPIRED')`, of(['FINISH', 'EXPIRED'])],
  ])
})

test('organization requests are counted by status, for all applicants and for a single applicant', async () => {
  const applications = 'tenant_application'
  await write(
    `insert into ${applications} (tenant_id, id, number, applicant_id, status, name, areas, decided_at)
     select gen_random_uuid(), gen_random_uuid(), 1, ${place}, ${word('PREPARE', 'REJECT', 'FINISH')}, 'n', '[]', now()
     from generate_series(1, $1) n`,
    `update ${applications} set status = 'FINISH', decided_at = now() where status = 'PREPARE' and ${some(applications)}`,
    `update ${applications} set contact_name = null where ${some(applications)}`,
    `delete from ${applications} where ${some(applications)}`,
  )
  await agree([
    [applications, (query) => listCertifications(query, page)],
    [
      `${applications} where status = 'FINISH'`,
      (query) => listCertifications(query, { ...page, status: 'FINISH' }),
    ],
    [
      `${applications} where applicant_id = '${one}'`,
      (query) => listCertifications(query, { ...page, applicantId: one }),
    ],
    [
      `${applications} where applicant_id = '${other}' and status = 'PREPARE'`,
      (query) => listCertifications(query, { ...page, applicantId: other, status: 'PREPARE' }),
    ],
  ])
})

test('the messages of an account are counted by type and read state', async () => {
  await write(
    `insert into message (account_id, id, type, template, read_at)
     select ${place}, gen_random_uuid(), ${word('MESSAGE', 'NOTICE', 'TODO')}, 't', case when n % 4 = 0 then now() end
     from generate_series(1, $1) n`,
    `update message set read_at = coalesce(read_at, now()) where ${some('message')}`,
    `update message set params = '{"a": 1}' where ${some('message')}`,
    `delete from message where ${some('message')}`,
  )
  const count =
    (...counted: Parameters<typeof countMessages>) =>
    (query: Kysely<Tables>) =>
      countRows(query, countMessages(...counted))
  await agree([
    [`message where account_id = '${one}'`, count(one, {})],
    [`message where account_id = '${one}' and read_at is null`, count(one, { status: 0 })],
    [`message where account_id = '${other}' and type = 'TODO'`, count(other, { type: 'TODO' })],
    [
      `message where account_id = '${one}' and type = 'NOTICE' and read_at is not null`,
      count(one, { type: 'NOTICE', status: 1 }),
    ],
  ])
})

test('devices are counted by status and connection state, for all organizations and for a single organization', async () => {
  await write(
    `with made as (
       insert into device (tenant_id, id, name, status)
       select ${place}, gen_random_uuid()::text, 'n', ${word('PRODUCED', 'ACTIVE', 'RETIRED', 'EXPIRED')}
       from generate_series(1, $1) n returning tenant_id, id, status = 'ACTIVE' as online)
     insert into device_presence (tenant_id, id, online, seen_at)
     select tenant_id, id, online, case when online then 'infinity' else now() end::timestamptz from made`,
    `update device set status = 'EXPIRED' where ${some('device')}`,
    `update device set name = 'other' where ${some('device')}`,
    `update device_presence set online = not online,
       seen_at = case when online then timestamptz '2026-01-01Z' else 'infinity' end where ${some('device_presence')}`,
    `with gone as (delete from device where ${some('device')} returning tenant_id, id)
     delete from device_presence where (tenant_id, id) in (select tenant_id, id from gone)`,
  )
  const of = (filter: Partial<Parameters<typeof listDevices>[1]>) => (query: Kysely<Tables>) =>
    listDevices(query, { ...page, ...filter })
  await agree([
    ['device', of({})],
    [`device where status = 'ACTIVE'`, of({ statusSet: ['ACTIVE'] })],
    [`device where tenant_id = '${one}'`, of({ tenantId: one })],
    [
      `device where tenant_id = '${one}' and status = 'EXPIRED'`,
      of({ tenantId: one, statusSet: ['EXPIRED'] }),
    ],
    ['device_presence where online', of({ connectStatus: 'ONLINE' })],
    [
      `device_presence where tenant_id = '${one}' and not online`,
      of({ tenantId: one, connectStatus: 'OFFLINE' }),
    ],
  ])
})

test('audit events are counted in total, by organization and by actor, without the events that retention has deleted', async () => {
  const days = [0, 30, 200, 300, 500]
  await openQuarters(
    db.query,
    days.map((each) => new Date(Date.now() - each * 86_400_000)),
  )
  const insert = `
    insert into audit_event (tenant_id, id, date_time, actor_id, action, target_type, success)
    select ${place}, gen_random_uuid(), now() - (array[${days}])[1 + n % ${days.length}] * interval '1 day',
      case when n % 4 > 0 then ${place} end, 'A', 'account', true from generate_series(1, $1) n`
  const viewer = { admin: true, authCodes: [] as string[] } as unknown as Parameters<typeof listEvents>[1]
  const all = () =>
    agree([
      ['audit_event', (query) => listEvents(query, viewer, page)],
      [
        `audit_event where tenant_id = '${one}'`,
        (query) => listEvents(query, viewer, { ...page, tenantId: one }),
      ],
      [
        `audit_event where actor_id = '${other}'`,
        (query) => listEvents(query, viewer, { ...page, actorId: other }),
      ],
    ])
  await write(insert)
  await all()
  // At this point, only some of the changes have been folded into the counts.
  await db.execute(insert.replaceAll('$1', '100'))
  expect(await applyRetention(db, 180)).toBeGreaterThan(0)
  await expectCounted({ db })
  await all()
})

test('the stored row count of a table is correct after the table is truncated', async () => {
  await db.execute(
    `insert into message (account_id, id, type, template) values ('${one}', '${one}', 'TODO', 't')`,
  )
  await foldCounts(db)
  await db.execute('truncate message')
  await expectCounted({ db })
})
