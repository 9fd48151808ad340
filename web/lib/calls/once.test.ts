import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, unreachable } from '../errors.ts'
import { once } from './once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let calls = 0
const newCall = () => `call ${calls++}`

/** Returns a server that gives these answers in order, and records the idempotency keys that it received. */
function serverOf(...answers: (Error | string)[]) {
  const keys: string[] = []
  const run = async ({ 'idempotency-key': key }: { 'idempotency-key': string }) => {
    keys.push(key)
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  }
  return { keys, run }
}

const given = (promise: Promise<unknown>) =>
  Promise.all([promise.catch((error: Error) => error), vi.runAllTimersAsync()]).then(([result]) => result)
const gateway = (status: number) => new ApiError('UNAVAILABLE', 'later', { status })

test.each([
  ['cut off', unreachable()],
  ['a proxy without a server', gateway(502)],
  ['a proxy that has waited enough', gateway(504)],
  ['at work', new ApiError('CONFLICT', 'still at work', { status: 409, retryAfter: 1 })],
])('%s: the same is sent again under the same key', async (_, fault) => {
  const server = serverOf(fault, 'done')
  expect(await given(once(newCall(), server.run))).toBe('done')
  expect(server.keys).toHaveLength(2)
  expect(new Set(server.keys).size).toBe(1)
})

test('whoever tries the same again after no answer means the same call, and another one afterwards', async () => {
  const call = newCall()
  const server = serverOf(unreachable(), unreachable(), unreachable(), 'done', 'again')
  expect(await given(once(call, server.run))).toMatchObject({ code: 'UNREACHABLE' })
  expect(server.keys).toHaveLength(3)
  expect(await given(once(call, server.run))).toBe('done')
  expect(new Set(server.keys).size).toBe(1)
  expect(await given(once(call, server.run))).toBe('again')
  expect(new Set(server.keys).size).toBe(2)
})

test('without a network that is said at once, and trying again means the same call', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const call = newCall()
  const server = serverOf(unreachable(), 'done')
  await expect(once(call, server.run)).rejects.toMatchObject({ code: 'UNREACHABLE' })
  expect(await once(call, server.run)).toBe('done')
  expect(new Set(server.keys).size).toBe(1)
})

test('a refusal is an answer: nothing is repeated, and what is mended has a key of its own', async () => {
  const server = serverOf(new ApiError('BAD_INPUT', 'wrong', { status: 200 }), 'done')
  const call = newCall()
  expect(await given(once(call, server.run))).toMatchObject({ code: 'BAD_INPUT' })
  expect(server.keys).toHaveLength(1)
  expect(await given(once(call, server.run))).toBe('done')
  expect(new Set(server.keys).size).toBe(2)
})

test('two calls have two keys, which a server takes', async () => {
  const server = serverOf('one', 'two')
  await given(once(newCall(), server.run))
  await given(once(newCall(), server.run))
  expect(new Set(server.keys).size).toBe(2)
  for (const key of server.keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
