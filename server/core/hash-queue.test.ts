import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { type HashQueueSlot, takeSlot } from './hash-queue.ts'

test('the password hash queue serves known callers first, and rejects unknown callers when it is full', async () => {
  const cores = availableParallelism()
  const order: string[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const strangers: HashQueueSlot[] = []
  for (let index = 0; index < 40 * cores; index += 1) strangers.push(takeSlot('stranger'))
  expect(() => takeSlot('stranger')).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfter: 1 } }),
  )
  const work = strangers.map((slot, index) =>
    slot.run(async () => {
      if (index < cores) await gate
      else order.push('stranger')
    }),
  )
  const known = takeSlot('known')
  work.push(known.run(async () => void order.push('known')))
  open()
  await Promise.all(work)
  expect(order[0]).toBe('known')
  expect(order).toHaveLength(39 * cores + 1)
  for (const slot of [...strangers, known]) slot.release()
  takeSlot('stranger').release()
})

test('the password hash queue limits unknown callers, alternates between networks, and does not delay known callers', async () => {
  const few = 2 * availableParallelism()
  const slots = Array.from({ length: few + 3 }, () => takeSlot('stranger'))
  const strangersRunning: number[] = []
  // All attempts except the last one come from the same network.
  const all = slots.map((slot, index) =>
    slot.begin(index === few + 2 ? 'alone' : 'many').then(() => strangersRunning.push(index)),
  )
  const known = takeSlot('known')
  await known.begin('many')
  await Promise.all(all.slice(0, few))
  expect(strangersRunning).toHaveLength(few)
  first(slots, 'places').release()
  await all[few]
  required(slots[1], 'item of places').release()
  await all[few + 2]
  expect(strangersRunning).not.toContain(few + 1)
  for (const slot of [...slots.slice(2), known]) slot.release()
  await Promise.all(all)
})
