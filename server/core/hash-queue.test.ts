import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { type Place, takePlace } from './hash-queue.ts'

test('known callers go first; a full queue of strangers refuses the next and says when to try again', async () => {
  const cores = availableParallelism()
  const order: string[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const strangers: Place[] = []
  for (let index = 0; index < 40 * cores; index += 1) strangers.push(takePlace('stranger'))
  expect(() => takePlace('stranger')).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfter: 1 } }),
  )
  const work = strangers.map((place, index) =>
    place.run(async () => {
      if (index < cores) await gate
      else order.push('stranger')
    }),
  )
  const known = takePlace('known')
  work.push(known.run(async () => void order.push('known')))
  open()
  await Promise.all(work)
  expect(order[0]).toBe('known')
  expect(order).toHaveLength(39 * cores + 1)
  for (const place of [...strangers, known]) place.leave()
  takePlace('stranger').leave()
})

test('a few strangers are at work at once, networks take turns, whoever is known begins beside them', async () => {
  const few = 2 * availableParallelism()
  const places = Array.from({ length: few + 3 }, () => takePlace('stranger'))
  const begun: number[] = []
  // The last one comes alone.
  const all = places.map((place, index) =>
    place.begin(index === few + 2 ? 'alone' : 'many').then(() => begun.push(index)),
  )
  const known = takePlace('known')
  await known.begin('many')
  await Promise.all(all.slice(0, few))
  expect(begun).toHaveLength(few)
  first(places, 'places').leave()
  await all[few]
  required(places[1], 'item of places').leave()
  await all[few + 2]
  expect(begun).not.toContain(few + 1)
  for (const place of [...places.slice(2), known]) place.leave()
  await Promise.all(all)
})
