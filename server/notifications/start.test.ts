import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createJobs } from '../core/jobs/jobs.ts'
import { createScheduler } from '../core/jobs/scheduler.ts'
import { testDatabase } from '../testing/database.ts'
import { createOutbox } from './outbox.ts'

test('two servers that start at once on a new database both come up', async () => {
  await using db = await testDatabase()
  const config = { smsUrl: 'log:', mailUrl: 'log:' }
  const log = pino({ level: 'silent' })
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
