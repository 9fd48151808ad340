import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { listEvents } from '../../audit/list.ts'
import { listCertifications } from '../../certification/review-queue.ts'
import type { Tables } from '../../db/tables.ts'
import { deviceSorts } from '../../devices/list/filter.ts'
import { listDevices } from '../../devices/list/list.ts'
import { findExpiring } from '../../devices/sweep.ts'
import { findUnknown } from '../../gateway/node.ts'
import { accountSortFields, listAccounts } from '../../members/list.ts'
import { countMessages, messageKeys, messagesOf, selectMessages } from '../../notifications/messages.store.ts'
import { listTenants } from '../../tenants/list.ts'
import { touched } from '../../testing/touched.ts'
import { useDatabase } from '../../testing/use-database.ts'
import { signCursors } from '../cursor.ts'
import { readPage } from '../page.ts'
import { foldCounts, rowCount } from './counts.ts'

// The number of database pages that a list page and its row count read must not grow with the size of the
// list. Each table here fills more than 250 database pages. The test needs a PostgreSQL server, which uses
// the same query plans as the embedded database but fills tables ten times as fast.

const most = 250
/**
 * Maximum number of database pages if members are filtered by columns of their account. For this filter,
 * PostgreSQL scans all accounts or all members, whichever are fewer.
 */
const mostJoined = 1_000
const id = (letter: string, n: number | string) => `md5('${letter}' || ${n})::uuid`
/**
 * Maximum number of database pages if devices are filtered by both status and connection. No row count is
 * stored for this combination, so up to 10,000 rows are counted.
 */
const mostCounted = 1_000
let large: string
let account: string

describe.runIf(process.env.REEVE_TEST_DATABASE_URL)('in a large database', () => {
  const db = useDatabase()
  beforeAll(async () => {
    // Drop the search indexes, which this test does not use. Filling them would take most of the time.
    const { rows } = await db.execute(
      `select indexname from pg_indexes where indexdef like '%gin%' and schemaname = 'public'`,
    )
    for (const { indexname } of rows) await db.execute(`drop index ${indexname}`)
    const fill = (into: string, values: string) =>
      db.execute(`insert into ${into} select ${values} from generate_series(1, 20000) n`)
    await fill(
      'account (id, name, username, enabled, created_at)',
      `${id('a', 'n')}, md5('name' || n), 'u' || md5('user' || n), n % 20 > 0, now() - n * interval '1 minute'`,
    )
    await fill(
      'tenant (id, name, status, owner_id, created_at, expire_at, member_count)',
      `${id('t', 'n')}, md5('name' || n), (array['PREPARE','REJECT','FINISH','EXPIRED'])[n % 4 + 1], ${id('a', 'n')},
     now() - n * interval '1 minute', case when n % 4 = 3 then now() - interval '1 day' end, 10000`,
    )
    await fill(
      'member (tenant_id, account_id, manager, joined_at)',
      `${id('t', 'case when n % 2 = 0 then 1 else n end')}, ${id('a', 'n')}, n % 50 = 0, now() - n * interval '1 minute'`,
    )
    await fill(
      'tenant_application (tenant_id, id, number, applicant_id, status, name, areas, submitted_at, decided_at)',
      `${id('t', 'n')}, ${id('p', 'n')}, 1, ${id('a', 'n % 2')}, (array['PREPARE','FINISH','REJECT','WITHDRAWN'])[n / 2 % 4 + 1],
     'n', '[]', now() - n * interval '1 minute', now()`,
    )
    await fill(
      'message (account_id, id, type, template, created_at, read_at)',
      `${id('a', 1)}, ${id('m', 'n')}, (array['MESSAGE','NOTICE','TODO'])[n % 3 + 1], 't', now() - n * interval '1 minute',
     case when n % 4 > 0 then now() end`,
    )
    await fill(
      'audit_event (tenant_id, id, actor_id, action, target_type, success)',
      `${id('t', 'n % 2')}, ${id('e', 'n')}, ${id('a', 'n / 2 % 2')}, 'A', 'account', n % 50 > 0`,
    )
    await fill(
      'device (tenant_id, id, name, status, created_at, expired_at)',
      `${id('t', 'n % 2')}, 'd' || n, 'n', (array['PRODUCED','ACTIVE','RETIRED'])[n / 2 % 3 + 1],
     now() - n * interval '1 minute', case when n % 5 > 0 then now() + n * interval '1 minute' end`,
    )
    await db.execute('insert into device_claim (tenant_id, id) select tenant_id, id from device')
    await db.execute(`
    insert into device_presence (tenant_id, id, online, seen_at)
    select tenant_id, id, online, case when online then 'infinity' else created_at - interval '1 day' end
    from (select *, hashtext(id) % 3 = 0 as online from device) as device`)
    await foldCounts(db)
    await db.execute('vacuum analyze')
    const ids = await db.execute(`select ${id('t', 1)} as large, ${id('a', 1)} as account`)
    large = ids.rows[0].large
    account = ids.rows[0].account
  })

  const page = { first: 0, pageSize: 20 }

  /** Asserts that few database pages are read for the first two pages of a list, each with its row count. */
  async function expectFlat(
    what: string,
    list: (
      query: Kysely<Tables>,
      args: typeof page & { after?: string },
    ) => Promise<{ count: number; next: string | null; data: unknown[] }>,
    limit = most,
  ): Promise<void> {
    const statements = await touched(db, async (query) => {
      signCursors(query, async () => 'key')
      const first = await list(query, page)
      expect(first.data).toHaveLength(20)
      expect((await list(query, { ...page, after: required(first.next, 'next') })).data).toHaveLength(20)
    })
    for (const { sql, pages } of statements) expect(pages, `${what}: ${sql}`).toBeLessThan(limit)
  }

  test('listing accounts or members reads few database pages with each sort order and filter', async () => {
    for (const tenantIds of [undefined, [large]]) {
      for (const enabled of tenantIds ? [undefined] : [undefined, true, false])
        await expectFlat(`accounts ${enabled}`, (query, args) =>
          listAccounts(query, { ...args, tenantIds, enabled }),
        )
      for (const field of accountSortFields)
        for (const order of ['ASC', 'DESC'] as const)
          await expectFlat(
            `${tenantIds ? 'members' : 'accounts'} ${field} ${order}`,
            (query, args) => listAccounts(query, { ...args, tenantIds, sorts: [{ field, order }] }),
            tenantIds && field !== 'JOIN_DATE_TIME' ? mostJoined : most,
          )
    }
    await expectFlat('managers', (query, args) =>
      listAccounts(query, { ...args, tenantIds: [large], manager: true }),
    )
  })

  test('listing organizations or organization requests by status reads few database pages', async () => {
    for (const status of [null, 'PREPARE', 'REJECT', 'FINISH', 'EXPIRED'] as const)
      await expectFlat(`organizations ${status}`, (query, args) =>
        listTenants(query, { ...args, statusSet: status && [status] }),
      )
    for (const status of [null, 'PREPARE', 'FINISH', 'REJECT', 'WITHDRAWN'] as const)
      for (const applicantId of [null, account])
        await expectFlat(`applications ${status} ${applicantId}`, (query, args) =>
          listCertifications(query, { ...args, status, applicantId }),
        )
  })

  test('listing messages or audit events reads few database pages', async () => {
    for (const type of [null, 'TODO'] as const)
      for (const status of [null, 0, 1])
        await expectFlat(`messages ${type} ${status}`, (query, args) =>
          readPage(query, args, {
            name: 'messages',
            from: selectMessages(query, account, { type, status }),
            keys: messageKeys,
            ...messagesOf(query, account),
            stored: { rows: rowCount(countMessages(account, { type, status })), by: [] },
          }),
        )
    const viewer = { admin: true, authCodes: [] as string[] } as unknown as Parameters<typeof listEvents>[1]
    for (const filter of [{}, { tenantId: large }, { actorId: account }])
      await expectFlat(`events ${Object.keys(filter)}`, (query, args) =>
        listEvents(query, viewer, { ...args, ...filter }),
      )
  })

  test('listing devices reads few database pages with each sort order and filter', async () => {
    for (const sort of deviceSorts)
      for (const tenantId of [null, large])
        for (const statusSet of [null, ['ACTIVE' as const]])
          for (const connectStatus of [null, 'ONLINE', 'OFFLINE'] as const)
            await expectFlat(
              `devices ${sort} ${tenantId} ${statusSet} ${connectStatus}`,
              (query, args) => listDevices(query, { ...args, sort, tenantId, statusSet, connectStatus }),
              statusSet && connectStatus ? mostCounted : most,
            )
  })

  test.each([findExpiring, findUnknown])(
    'a query that runs periodically reads few database pages: %O',
    async (find) => {
      const statements = await touched(db, (query) => find(query))
      expect(statements.length).toBeGreaterThan(0)
      for (const { sql, pages } of statements) expect(pages, sql).toBeLessThan(50)
    },
  )
})
