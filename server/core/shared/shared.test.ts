import { afterEach, expect, test, vi } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'
import { sharedComputation } from './shared.ts'

const db = {} as Database

afterEach(() => vi.useRealTimers())

/**
 * Creates a computation that the test completes explicitly. `started` is the number of times that the
 * computation was started.
 */
function manual() {
  const ends: PromiseWithResolvers<number>[] = []
  const shared = sharedComputation(
    () => {
      const end = Promise.withResolvers<number>()
      ends.push(end)
      return end.promise
    },
    (result: number) => result <= 10,
  )
  return { shared: () => shared(db, 'key'), started: () => ends.length, end: ends }
}

test('concurrent callers share one computation', async () => {
  const { shared, started, end } = manual()
  const answers = [shared(), shared(), shared()]
  expect(started()).toBe(1)
  required(end[0], 'item of end').resolve(100)
  expect(await Promise.all(answers)).toEqual([100, 100, 100])
})

test('a large result is reused for 100 times its computation time, and also while a newer result is computed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { shared, started, end } = manual()
  const first = shared()
  vi.advanceTimersByTime(1_000)
  required(end[0], 'item of end').resolve(100)
  expect(await first).toBe(100)
  vi.advanceTimersByTime(99_000)
  expect(await shared()).toBe(100)
  expect(started()).toBe(1)
  vi.advanceTimersByTime(2_000)
  expect(await shared()).toBe(100)
  expect(started()).toBe(2)
  required(end[1], 'item of end').resolve(101)
  await vi.waitFor(async () => expect(await shared()).toBe(101))
  expect(started()).toBe(2)
})

test('a result that is older than an hour is computed again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { shared, end } = manual()
  const first = shared()
  required(end[0], 'item of end').resolve(100)
  await first
  vi.advanceTimersByTime(3_601_000)
  const next = shared()
  required(end[1], 'item of end').resolve(101)
  expect(await next).toBe(101)
})

test('small results are not cached', async () => {
  const { shared, started, end } = manual()
  for (const call of [0, 1, 2]) {
    const answer = shared()
    required(end[call], 'item of end').resolve(call)
    expect(await answer).toBe(call)
  }
  expect(started()).toBe(3)
})

test('if a computation fails, its callers get the error, and the next caller starts a new computation', async () => {
  const { shared, started, end } = manual()
  const failing = shared()
  required(end[0], 'item of end').reject(new Error('The database does not respond'))
  await expect(failing).rejects.toThrow('The database does not respond')
  const next = shared()
  expect(started()).toBe(2)
  required(end[1], 'item of end').resolve(100)
  expect(await next).toBe(100)
})
