import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { hasPgbouncer, startPgbouncer } from '../testing/programs/pgbouncer.ts'
import { type Database, openDatabase } from './open.ts'

const onPostgres = process.env.REEVE_TEST_DATABASE_URL

describe.runIf(onPostgres && hasPgbouncer())('a transaction-mode connection pooler', () => {
  const log = pino({ level: 'silent' })
  const stops: (() => Promise<void>)[] = []
  let direct: TestDatabase
  beforeAll(async () => {
    direct = await testDatabase()
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
    await direct.close()
  })

  async function openThrough(connectQuery?: string): Promise<Database> {
    const pooler = await startPgbouncer(required(direct.url, 'url'), {
      size: 2,
      ...(connectQuery && { connectQuery }),
    })
    stops.push(pooler.stop)
    const db = await openDatabase({ url: pooler.url, listenUrl: direct.url, dataDir: '', log })
    stops.push(() => db.close())
    return db
  }

  let connectQuery = ''
  test('is refused without the required settings, and the error message lists the settings from deploy/', async () => {
    const db = await openThrough()
    const refused = await db.execute('select 1').catch((error: Error) => error.message)
    expect(refused).toMatch(/statement_timeout.*Set this connect_query for the database: set jit = 'off'; /)
    connectQuery = required(String(refused).split('connect_query for the database: ')[1], 'item of refused')
    const given = readFileSync('deploy/cluster/pgbouncer.ini', 'utf8')
    expect(given).toContain(`connect_query='${connectQuery.replaceAll("'", "''")}'`)
  })

  test('runs statements and transactions without named prepared statements, and receives notifications', async () => {
    const db = await openThrough(connectQuery)
    const heard: string[] = []
    await db.listen('pooled', (payload) => heard.push(payload))
    // Runs more concurrent queries with the same text than the pooler has server connections. If the
    // statements were named, their names would collide.
    const backends = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { rows } = await db.execute('select $1::int as same, pg_backend_pid() as pid', [index])
        expect(rows[0].same).toBe(index)
        await db.transaction(async (tx) => {
          await tx
            .insertInto('rate_limit')
            .values({ key: `pooled ${index}`, count: 1, reset_at: new Date() })
            .execute()
        })
        return rows[0].pid
      }),
    )
    expect(new Set(backends).size).toBeLessThanOrEqual(2)
    await db.execute("select pg_notify('pooled', 'here')")
    await expect.poll(() => heard).toEqual(['here'])
    const { rows } = await db.execute(
      "select count(*)::int as written, (select count(*)::int from pg_prepared_statements) as named from rate_limit where key like 'pooled %'",
    )
    expect(rows).toEqual([{ written: 40, named: 0 }])
  })

  test('applies the statement timeout of a transaction only to that transaction', async () => {
    const db = await openThrough(connectQuery)
    const slow = db.transaction(
      (tx) => tx.executeQuery({ sql: 'select pg_sleep(5)', parameters: [] } as never),
      {
        statementTimeout: 100,
      },
    )
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect((await db.execute('show statement_timeout')).rows).toEqual([{ statement_timeout: '10s' }])
  })
})
