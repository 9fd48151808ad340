import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { useDatabase } from '../testing/use-database.ts'
import { newId } from './id.ts'
import { createLimiter, type Limit, ProofOfWorkDue } from './limit.ts'

const db = useDatabase()

const limiter = createLimiter({ multiplier: 1 })
const perHour = (max: number, more: Partial<Limit> = {}): Limit => ({
  kind: 'code',
  subject: newId(),
  max,
  window: 3_600,
  ...more,
})
const lock = (max: number) => ({ ...perHour(max), window: 900, longest: 86_400 })

/** Simulates that this many seconds have passed, for all counts. */
const pass = (seconds: number) =>
  sql`update rate_limit set reset_at = reset_at - ${seconds}::integer * interval '1 second'`.execute(db.query)

async function outcome(work: Promise<unknown>): Promise<'ok' | number> {
  try {
    await work
    return 'ok'
  } catch (error) {
    return (error as { details: { retryAfter: number } }).details.retryAfter
  }
}

const times = async (count: number, work: () => Promise<unknown>) => {
  const seen: ('ok' | number)[] = []
  for (let i = 0; i < count; i++) seen.push(await outcome(work()))
  return seen
}

test('the limiter rejects calls over the limit with the seconds to wait, and allows calls again in the next window', async () => {
  const limit = perHour(2)
  expect(await times(3, () => limiter.take(db.query, limit))).toEqual(['ok', 'ok', expect.any(Number)])
  const wait = (await outcome(limiter.take(db.query, limit))) as number
  expect(wait).toBeGreaterThan(3_500)
  expect(wait).toBeLessThanOrEqual(3_600)
  await pass(3_600)
  expect(await times(3, () => limiter.take(db.query, limit))).toEqual(['ok', 'ok', expect.any(Number)])
})

test('the limiter counts each kind of call and each caller separately', async () => {
  const limit = perHour(1)
  await limiter.take(db.query, limit)
  expect(await outcome(limiter.take(db.query, { ...limit, kind: 'lookup' }))).toBe('ok')
  expect(await outcome(limiter.take(db.query, { ...limit, subject: newId() }))).toBe('ok')
  expect(await outcome(limiter.take(db.query, limit))).not.toBe('ok')
})

test('the multiplier applies only to limits per network', async () => {
  const threefold = createLimiter({ multiplier: 3 })
  const byNetwork = perHour(2, { perNetwork: true })
  const account = perHour(2)
  expect(await times(7, () => threefold.take(db.query, byNetwork))).toEqual([
    ...Array(6).fill('ok'),
    expect.any(Number),
  ])
  expect(await times(3, () => threefold.take(db.query, account))).toEqual(['ok', 'ok', expect.any(Number)])
})

test('a limit of ten allows exactly ten of 50 concurrent calls', async () => {
  const limit = perHour(10)
  const taken = await Promise.all(Array.from({ length: 50 }, () => outcome(limiter.take(db.query, limit))))
  expect(taken.filter((one) => one === 'ok')).toHaveLength(10)
  const tries = lock(10)
  const tried = await Promise.all(Array.from({ length: 50 }, () => outcome(limiter.take(db.query, tries))))
  expect(tried.filter((one) => one === 'ok')).toHaveLength(10)
})

test('a call that is rejected by one of several limits is not counted by the limits that follow', async () => {
  const [first, second, third] = [perHour(5), perHour(1), perHour(5)]
  const take = () => limiter.take(db.query, first, second, third)
  expect(await times(3, take)).toEqual(['ok', expect.any(Number), expect.any(Number)])
  expect(await limiter.used(db.query, [first, third])).toEqual([3, 1])
  await expect(take()).rejects.toMatchObject({ details: { limit: second.kind } })
})

test('a call with several limits is not counted if one limit requires a proof of work', async () => {
  const [first, second] = [perHour(9), perHour(2, { paid: 0 })]
  await limiter.take(db.query, first, second)
  await expect(limiter.take(db.query, first, second)).rejects.toThrow(ProofOfWorkDue)
  expect(await limiter.used(db.query, [first, second])).toEqual([1, 1])
})

test('counting and refunding calls concurrently causes no deadlock and leaves correct counts', async () => {
  const counted = [perHour(1_000), lock(1_000), perHour(1_000)]
  const callers = Array.from({ length: 8 }, async () => {
    for (let round = 0; round < 30; round++) {
      await limiter.take(db.query, ...counted)
      await db.transaction((tx) => limiter.giveBack(tx, ...counted))
    }
  })
  await Promise.all(callers)
  expect(await limiter.used(db.query, counted)).toEqual([0, 0, 0])
})

test('calls that are refunded one by one or all at once can be made again', async () => {
  const [limit, other] = [perHour(2), perHour(2)]
  for (const each of [limit, other]) await times(3, () => limiter.take(db.query, each))
  await limiter.giveBack(db.query, { ...limit })
  expect(await times(1, () => limiter.take(db.query, limit))).toEqual([expect.any(Number)])
  await limiter.giveBack(db.query, limit, { ...other, all: true })
  await limiter.giveBack(db.query, limit)
  expect(await times(2, () => limiter.take(db.query, limit))).toEqual(['ok', expect.any(Number)])
  expect(await times(3, () => limiter.take(db.query, other))).toEqual(['ok', 'ok', expect.any(Number)])
})

test('a full refund lifts the lock and resets the duration of the next lock', async () => {
  const tries = lock(2)
  await times(2, () => limiter.take(db.query, tries))
  await pass(900)
  await times(2, () => limiter.take(db.query, tries))
  await limiter.giveBack(db.query, { ...tries, all: true })
  expect(await times(2, () => limiter.take(db.query, tries))).toEqual(['ok', 'ok'])
  expect(await outcome(limiter.take(db.query, tries))).toBeLessThanOrEqual(900)
})

test('each lock lasts twice as long as the previous one, but at most a day, and is not extended by rejected calls', async () => {
  const tries = lock(3)
  const waits: number[] = []
  for (let round = 0; round < 9; round++) {
    expect(await times(3, () => limiter.take(db.query, tries))).toEqual(['ok', 'ok', 'ok'])
    const [first, second] = (await times(2, () => limiter.take(db.query, tries))) as number[]
    expect(second).toBeLessThanOrEqual(required(first, 'first'))
    waits.push(Math.round(required(first, 'first') / 60))
    await pass(required(first, 'first'))
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
})

test('the duration of locks is reset after a day without another lock', async () => {
  const tries = lock(2)
  await times(2, () => limiter.take(db.query, tries))
  await pass(900)
  await times(2, () => limiter.take(db.query, tries))
  expect(await outcome(limiter.take(db.query, tries))).toBeGreaterThan(1_700)
  await pass(1_800 + 86_400)
  await times(2, () => limiter.take(db.query, tries))
  expect(await outcome(limiter.take(db.query, tries))).toBeLessThanOrEqual(900)
})

test('the clean-up removes only expired counts', async () => {
  const [old, live] = [perHour(1), perHour(1)]
  await limiter.take(db.query, old)
  await pass(3_600 + 86_400 + 1)
  await limiter.take(db.query, live)
  await limiter.sweep(db.query)
  expect(await outcome(limiter.take(db.query, live))).not.toBe('ok')
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from rate_limit where reset_at < now()`.execute(db.query)
  expect(required(rows[0], 'item of rows').count).toBe(0)
})

test('the stored key of a limit does not contain the phone number of the caller', async () => {
  await limiter.take(db.query, perHour(1, { subject: '+8613800138000' }))
  const { rows } = await sql<{ key: string }>`select key from rate_limit`.execute(db.query)
  expect(rows.map((row) => row.key).join()).not.toContain('13800138')
})
