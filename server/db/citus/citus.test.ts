import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { countRows, foldCounts } from '../../core/counts/counts.ts'
import { newId } from '../../core/id.ts'
import { emptyDatabase } from '../../testing/database.ts'
import { useDatabase } from '../../testing/use-database.ts'
import { migrate } from '../migrate.ts'
import { readMigrations } from '../migrations.ts'
import { type Database, openDatabase } from '../open.ts'
import { isDistributed } from './distributed.ts'
import { placement } from './placement.ts'

const db = useDatabase()
// The first connection detects whether the database has the Citus extension.
beforeAll(async () => void (await db.ping()))
const log = pino({ level: 'silent' })

async function tables(of: Database) {
  const { rows } = await of.execute(
    'select table_name::text as name, citus_table_type as type, distribution_column as by from citus_tables',
  )
  return Object.fromEntries(rows.map(({ name, type, by }) => [name, type === 'reference' ? type : by]))
}

const declared = Object.fromEntries(
  Object.entries(placement).map(([name, lies]) => [name, typeof lies === 'string' ? lies : lies.by]),
)

test('distributes the tables in placement.ts and leaves all other tables on the coordinator', async ({
  skip,
}) => {
  if (!isDistributed(db.query)) skip()
  expect(await tables(db)).toEqual(declared)
})

test('a query for the devices of one organization runs on a single worker', async ({ skip }) => {
  if (!isDistributed(db.query)) skip()
  const { rows } = await db.execute(
    `explain select device.name from device join device_presence using (tenant_id, id)
     where tenant_id = '${newId()}' order by created_at desc limit 20`,
  )
  expect(rows.map((row) => row['QUERY PLAN'])).toContain('  Task Count: 1')
})

test('a repeated migration distributes tables that contain rows, and the row counts stay correct', async ({
  skip,
}) => {
  if (!isDistributed(db.query)) skip()
  const { url, drop } = await emptyDatabase(
    required(process.env.REEVE_TEST_DATABASE_URL, 'REEVE_TEST_DATABASE_URL'),
  )
  const late = await openDatabase({ url, dataDir: '', log })
  try {
    // Simulates a database that was moved from an embedded database: rows exist before the tables are
    // distributed. With `moving`, migrate() does not distribute the tables.
    await migrate(late, undefined, { moving: true })
    const [one, other] = [newId(), newId()]
    await late.execute(`insert into device (tenant_id, id, name, status)
      select case when n % 3 = 0 then '${one}' else '${other}' end::uuid, n::text, 'n', 'ACTIVE' from generate_series(1, 30) n`)
    for (let times = 0; times < 2; times += 1) await migrate(late)
    expect(await tables(late)).toEqual(declared)
    const ofOne = { list: 'device' as const, scope: one }
    expect(await countRows(late.query, ofOne)).toBe(10)
    await late.execute(`delete from device where tenant_id = '${one}' and id = '3'`)
    expect(await countRows(late.query, ofOne)).toBe(9)
    await foldCounts(late)
    expect(await countRows(late.query, ofOne)).toBe(9)
    expect(await countRows(late.query, { list: 'device' })).toBe(29)
  } finally {
    await late.close()
    await drop()
  }
})

test('upgrades a distributed database that an earlier version created', async ({ skip }) => {
  if (!isDistributed(db.query)) skip()
  const { url, drop } = await emptyDatabase(
    required(process.env.REEVE_TEST_DATABASE_URL, 'REEVE_TEST_DATABASE_URL'),
  )
  const earlier = await openDatabase({ url, dataDir: '', log })
  try {
    // Version 56 is the last version before a migration that changes an index on devices.
    await migrate(earlier, readMigrations().slice(0, 56))
    await earlier.execute(`insert into device (tenant_id, id, name, contact_name, status)
      select '${newId()}', n::text, 'n', 'a·b', 'ACTIVE' from generate_series(1, 30) n`)
    await migrate(earlier)
    expect(await tables(earlier)).toEqual(declared)
    expect(await countRows(earlier.query, { list: 'device' })).toBe(30)
  } finally {
    await earlier.close()
    await drop()
  }
})

test('without a worker node, a migration fails and the error names citus_add_node()', async ({ skip }) => {
  if (!isDistributed(db.query)) skip()
  const { url, drop } = await emptyDatabase(
    required(process.env.REEVE_TEST_DATABASE_URL, 'REEVE_TEST_DATABASE_URL'),
    { workers: false },
  )
  const alone = await openDatabase({ url, dataDir: '', log })
  try {
    await expect(migrate(alone)).rejects.toThrow('citus_add_node()')
  } finally {
    await alone.close()
    await drop()
  }
})
