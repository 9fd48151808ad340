import { expect, onTestFinished, test } from 'vitest'
import { outboxes, soon } from '../../testing/messages/outbox.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'

const { start, waiting, sql, lines } = outboxes()

async function scheduler(): Promise<Scheduler> {
  const { jobs, log } = await start()
  const made = createScheduler({ jobs, log })
  onTestFinished(() => made.stop())
  await made.start()
  return made
}

test('a periodic task runs on only one of two servers, and runs again when it is due', async () => {
  const first = await scheduler()
  const second = await scheduler()
  const ran: string[] = []
  for (const [name, each] of Object.entries({ first, second }))
    each.every('codes', 3_600, async () => ran.push(name))
  await expect.poll(() => ran.length, soon).toBe(1)
  await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('completed')

  await sql(`update pgboss.job set singleton_on = singleton_on - interval '1 hour'`)
  for (const each of [first, second]) each.every('codes', 3_600, async () => ran.push('again'))
  await expect.poll(() => ran.length, soon).toBe(2)
})

test('the failure of a task is logged, and other tasks still run', async () => {
  const { every } = await scheduler()
  every('codes', 3_600, async () => {
    throw new Error('no room')
  })
  await expect.poll(() => lines.join(''), soon).toContain('no room')
  const ran = Promise.withResolvers<void>()
  every('sessions', 3_600, async () => ran.resolve())
  await ran.promise
})

test('twelve tasks that are due at the same time all run', async () => {
  const { every } = await scheduler()
  const names = Array.from({ length: 12 }, (_, index) => `kind ${index}`)
  const ran = new Set<string>()
  for (const name of names) every(name, 3_600, async () => ran.add(name))
  await expect.poll(() => ran.size, soon).toBe(names.length)
})
