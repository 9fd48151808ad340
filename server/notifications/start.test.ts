import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createOutbox } from './outbox.ts'

test('two servers that start at once on a new database both come up', async () => {
  await using db = await testDatabase()
  const config = { smsUrl: 'log:', mailUrl: 'log:' }
  const outboxes = [1, 2].map(() => createOutbox({ db, config, log: pino({ level: 'silent' }) }))
  await Promise.all(outboxes.map((outbox) => outbox.start()))
  const { rows } = await db.execute('select name from pgboss.queue order by name')
  expect(rows.map(({ name }) => name)).toEqual(['mail', 'sms', 'sweep'])
  await Promise.all(outboxes.map((outbox) => outbox.stop()))
})
