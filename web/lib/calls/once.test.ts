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

/** Returns a server that sends these responses in order, and records the idempotency keys of the requests. */
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

const settled = (promise: Promise<unknown>) =>
  Promise.all([promise.catch((error: Error) => error), vi.runAllTimersAsync()]).then(([result]) => result)
const gateway = (status: number) => new ApiError('UNAVAILABLE', 'later', { status })

test.each([
  ['a lost connection', unreachable()],
  ['a 502 response from a proxy', gateway(502)],
  ['a 504 response from a proxy', gateway(504)],
  [
    'a 409 response because the first attempt is still running',
    new ApiError('CONFLICT', 'still at work', { status: 409, retryAfter: 1 }),
  ],
])('retries a mutation with the same idempotency key after %s', async (_, fault) => {
  const server = serverOf(fault, 'done')
  expect(await settled(once(newCall(), server.run))).toBe('done')
  expect(server.keys).toHaveLength(2)
  expect(new Set(server.keys).size).toBe(1)
})

test('keeps the idempotency key until the call succeeds, and then uses a new key', async () => {
  const call = newCall()
  const server = serverOf(unreachable(), unreachable(), unreachable(), 'done', 'again')
  expect(await settled(once(call, server.run))).toMatchObject({ code: 'UNREACHABLE' })
  expect(server.keys).toHaveLength(3)
  expect(await settled(once(call, server.run))).toBe('done')
  expect(new Set(server.keys).size).toBe(1)
  expect(await settled(once(call, server.run))).toBe('again')
  expect(new Set(server.keys).size).toBe(2)
})

test('a call fails immediately while the browser is offline, and its next attempt uses the same idempotency key', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const call = newCall()
  const server = serverOf(unreachable(), 'done')
  await expect(once(call, server.run)).rejects.toMatchObject({ code: 'UNREACHABLE' })
  expect(await once(call, server.run)).toBe('done')
  expect(new Set(server.keys).size).toBe(1)
})

test('does not retry a rejected call, and uses a new idempotency key for the corrected call', async () => {
  const server = serverOf(new ApiError('BAD_INPUT', 'wrong', { status: 200 }), 'done')
  const call = newCall()
  expect(await settled(once(call, server.run))).toMatchObject({ code: 'BAD_INPUT' })
  expect(server.keys).toHaveLength(1)
  expect(await settled(once(call, server.run))).toBe('done')
  expect(new Set(server.keys).size).toBe(2)
})

test('uses a different idempotency key of 32 hexadecimal digits for each call', async () => {
  const server = serverOf('one', 'two')
  await settled(once(newCall(), server.run))
  await settled(once(newCall(), server.run))
  expect(new Set(server.keys).size).toBe(2)
  for (const key of server.keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
