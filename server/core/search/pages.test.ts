import { CompiledQuery, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { listCertifications } from '../../certification/review-queue.ts'
import type { Tables } from '../../db/tables.ts'
import { listDevices } from '../../devices/list/list.ts'
import { listAccounts } from '../../members/list.ts'
import { listTenants } from '../../tenants/list.ts'
import { touched } from '../../testing/touched.ts'
import { useDatabase } from '../../testing/use-database.ts'
import { signCursors } from '../cursor.ts'
import type { Page } from '../page.ts'
import { bounds } from './search.ts'

// The number of database pages read must not grow with the size of the list, whatever the search terms are.
// The test needs a PostgreSQL server, which uses the same query plans as the embedded database but fills
// tables ten times as fast.

/**
 * Maximum number of database pages (8 KB) that all statements of a search read, including repeated reads.
 * Frequent words need a few hundred pages of the sample. No index covers punctuation, so rows are scanned up
 * to the limit. Joining or sorting a whole list would read 30,000 pages.
 */
const most = { rare: 150, frequent: 1_000, signs: 10_000 }
const rows = 10_000
const id = (letter: string, n: number | string) => `md5('${letter}' || ${n})::uuid`
/** '号泵站' occurs in three quarters of the names, and '鼹鼠笼' in one of 4,000. */
const name = `'水务' || n || case when n % 4 > 0 then '号泵站' else '网' end || case when n % 4000 = 7 then '鼹鼠笼' else '' end`
const pinyin = `'shuiwu' || n || case when n % 4 > 0 then 'haobengzhan' else 'wang' end || case when n % 4000 = 7 then 'yanshulong' else '' end
  || chr(10) || 'sw' || n || case when n % 4 > 0 then 'hbz' else 'w' end || case when n % 4000 = 7 then 'ysl' else '' end`

const usual = { ...bounds }
afterAll(() => void Object.assign(bounds, usual))

describe.runIf(process.env.REEVE_TEST_DATABASE_URL)('a search', () => {
  const db = useDatabase()
  let large: string
  beforeAll(async () => {
    // With these lower limits, the search treats the table as if it were ten times as large.
    Object.assign(bounds, { rare: 10, sampled: 100, collected: 1_000, walked: 5_000 })
    // Create the indexes after the rows, which takes a fraction of the time.
    const { rows: indexes } = await db.execute(
      `select indexname, indexdef from pg_indexes where indexdef like '%gin%' and schemaname = 'public'`,
    )
    for (const { indexname } of indexes) await db.execute(`drop index ${indexname}`)
    const fill = (into: string, values: string) =>
      db.execute(`insert into ${into} select ${values} from generate_series(1, ${rows}) n`)
    await fill(
      'account (id, name, pinyin, mobile_phone, enabled, created_at)',
      `${id('a', 'n')}, ${name}, ${pinyin}, '+86138' || lpad((n * 7919 % 100000000)::text, 8, '0'), n % 20 > 0, now() - n * interval '1 minute'`,
    )
    await fill(
      'tenant (id, name, pinyin, status, owner_id, created_at)',
      `${id('t', 'n')}, ${name}, ${pinyin}, (array['PREPARE','REJECT','FINISH'])[n % 3 + 1], ${id('a', 'n')}, now() - n * interval '1 minute'`,
    )
    await fill(
      'member (tenant_id, account_id, joined_at)',
      `${id('t', 'case when n % 2 = 0 then 1 else n end')}, ${id('a', 'n')}, now() - n * interval '1 minute'`,
    )
    await fill(
      'tenant_application (tenant_id, id, number, applicant_id, status, name, pinyin, areas, submitted_at, decided_at)',
      `${id('t', 'n')}, ${id('p', 'n')}, 1, ${id('a', 'n')}, (array['PREPARE','FINISH'])[n % 2 + 1], ${name}, ${pinyin}, '[]', now() - n * interval '1 minute', now()`,
    )
    await fill(
      'device (tenant_id, id, name, contact_mobile_phone, status, created_at, expired_at)',
      `${id('t', 'n % 2')}, 'PGW' || n * 7919, ${name} || case when n % 2 = 0 then '阀井室' else '' end, '+86139' || lpad((n * 104729 % 100000000)::text, 8, '0'),
       (array['PRODUCED','ACTIVE','RETIRED'])[n / 2 % 3 + 1], now() - n * interval '1 minute', now() + n * interval '1 minute'`,
    )
    await db.execute(
      `insert into device_presence (tenant_id, id, seen_at) select tenant_id, id, created_at from device`,
    )
    for (const { indexdef } of indexes) await db.execute(indexdef)
    await db.execute('vacuum analyze')
    large = (await db.execute(`select ${id('t', 1)} as large`)).rows[0].large
  })

  type List = (
    query: Kysely<Tables>,
    page: { first: number; pageSize: number; q: string },
  ) => Promise<Page<unknown>>
  const cost = async (list: List, q: string) => {
    const statements = await touched(db, async (query) => {
      signCursors(query, async () => 'key')
      await list(query, { first: 0, pageSize: 20, q })
    })
    return statements.reduce((sum, { pages }) => sum + pages, 0)
  }

  const lists: Record<string, List> = {
    devices: (query, page) => listDevices(query, page),
    'devices of one organization': (query, page) => listDevices(query, { ...page, tenantId: large }),
    'devices by status': (query, page) => listDevices(query, { ...page, statusSet: ['ACTIVE'] }),
    'devices by last seen': (query, page) => listDevices(query, { ...page, sort: 'LAST_SEEN' }),
    'offline devices': (query, page) => listDevices(query, { ...page, connectStatus: 'OFFLINE' }),
    'devices by expiry': (query, page) =>
      listDevices(query, { ...page, tenantId: large, sort: 'EXPIRED_DATE' }),
    organizations: (query, page) => listTenants(query, page),
    'organizations by status': (query, page) => listTenants(query, { ...page, statusSet: ['FINISH'] }),
    'organization requests': (query, page) => listCertifications(query, page),
    'pending requests': (query, page) => listCertifications(query, { ...page, status: 'PREPARE' }),
    accounts: (query, { q, ...page }) => listAccounts(query, { ...page, name: q }),
    'accounts by name': (query, { q, ...page }) =>
      listAccounts(query, { ...page, name: q, sorts: [{ field: 'NAME', order: 'ASC' }] }),
    members: (query, { q, ...page }) => listAccounts(query, { ...page, name: q, tenantIds: [large] }),
  }
  const words = {
    rare: ['鼹', '鼹鼠', '鼹鼠笼', '鼹鼠 ', '龘', '龘龘', '龘龘龘', 'qj', 'zqj', '99999999'],
    frequent: ['泵', '泵站', '号泵站', '水务'],
    signs: ['#', '~#~'],
  }
  test('uses no prepared statement, so PostgreSQL plans the query for the actual search terms', async () => {
    const kept = await db.transaction(async (tx) => {
      signCursors(tx, async () => 'key')
      for (const list of Object.values(lists)) await list(tx, { first: 0, pageSize: 20, q: '鼹鼠' })
      return tx.executeQuery<{ statement: string }>(
        CompiledQuery.raw(
          `select statement from pg_prepared_statements where $1 = '' and statement like '%search\\_%'`,
          [''],
        ),
      )
    })
    expect(kept.rows).toEqual([])
  })

  test('reads few database pages for terms that are absent in a large organization but frequent in others', async () => {
    const devices = required(lists['devices of one organization'], 'item of lists')
    for (const q of ['阀', '阀井', '阀井室']) expect(await cost(devices, q), q).toBeLessThan(most.rare)
  })

  test.each(Object.entries(lists))('reads a limited number of database pages for “%s”', async (_, list) => {
    for (const kind of ['rare', 'frequent', 'signs'] as const)
      for (const q of words[kind]) expect(await cost(list, q), `${kind}: ${q}`).toBeLessThan(most[kind])
  })
})
