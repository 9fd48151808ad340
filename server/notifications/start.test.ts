import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createJobs } from '../core/jobs/jobs.ts'
import { createScheduler } from '../core/jobs/scheduler.ts'
import { testDatabase } from '../testing/database.ts'
import { createOutbox } from './outbox.ts'

const log = pino({ level: 'silent' })

test('two servers can start at the same time on a new database', async () => {
  await using db = await testDatabase()
  const config = { smsUrl: 'log:', mailUrl: 'log:' }
  const servers = [1, 2].map(() => createJobs({ db, log }))
  await Promise.all(
    servers.map(async (jobs) => {
      await jobs.start()
      await createOutbox({ jobs, db, config, log }).start()
      await createScheduler({ jobs, log }).start()
    }),
  )
  const { rows } = await db.execute('select name from pgboss.queue order by name')
  expect(rows.map(({ name }) => name)).toEqual(['mail', 'sms', 'sweep'])
  await Promise.all(servers.map((jobs) => jobs.stop()))
})

test.runIf(process.env.REEVE_TEST_DATABASE_URL)(
  'a server can start while another one creates the schema of the queue',
  async () => {
    await using db = await testDatabase()
    const [made, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const making = db.transaction(async (tx) => {
      await sql`create schema pgboss`.execute(tx)
      made.resolve()
      await leave.promise
    })
    await made.promise
    const jobs = createJobs({ db, log })
    const started = jobs.start()
    started.catch(() => {})
    await expect
      .poll(
        async () =>
          (
            await db.execute(
              "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
            )
          ).rowCount,
      )
      .toBeGreaterThan(0)
    leave.resolve()
    await making
    await started
    expect((await db.execute('select from pgboss.version')).rowCount).toBe(1)
    await jobs.stop()
  },
)
