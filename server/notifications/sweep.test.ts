import { expect, test } from 'vitest'
import { outboxes, soon } from '../testing/outbox.ts'

const { start, waiting, sql, lines } = outboxes()

test('a periodic clean-up runs on one of two servers, and again when its time has come', async () => {
  const first = await start()
  const second = await start()
  const ran: string[] = []
  for (const [name, { outbox }] of Object.entries({ first, second }))
    outbox.sweep('codes', 3_600, async () => ran.push(name))
  await expect.poll(() => ran.length, soon).toBe(1)
  await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('completed')

  await sql(`update pgboss.job set singleton_on = singleton_on - interval '1 hour'`)
  for (const { outbox } of [first, second]) outbox.sweep('codes', 3_600, async () => ran.push('again'))
  await expect.poll(() => ran.length, soon).toBe(2)
})

test('a clean-up that fails says so and does not stop the next', async () => {
  const { outbox } = await start()
  outbox.sweep('codes', 3_600, async () => {
    throw new Error('no room')
  })
  await expect.poll(() => lines.join(''), soon).toContain('no room')
  const ran = Promise.withResolvers<void>()
  outbox.sweep('sessions', 3_600, async () => ran.resolve())
  await ran.promise
})

test('clean-ups that are asked for together all run at once', async () => {
  const { outbox } = await start()
  const names = Array.from({ length: 12 }, (_, index) => `kind ${index}`)
  const ran = new Set<string>()
  for (const name of names) outbox.sweep(name, 3_600, async () => ran.add(name))
  await expect.poll(() => ran.size, soon).toBe(names.length)
})
