import { isOffline } from '../../network.ts'
import { ApiError, isUnanswered } from '../errors.ts'

/** Milliseconds before a call without an answer is repeated: once, and once more. */
const waits = [1_000, 3_000]

/** Keys of calls that have got no answer, by the call: whoever tries it again means the same one. */
const unanswered = new Map<string, string>()

/**
 * Runs a call that changes something under a key of its own (docs/api.md), by which the server makes it once however
 * often it comes. Where no answer comes it may have been made all the same: then it is repeated, here and by who asks
 * for the same again. `call` is all that it says: another one gets another key.
 */
export async function once<T>(
  call: string,
  run: (headers: { 'idempotency-key': string }) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const key = unanswered.get(call) ?? newKey()
  unanswered.set(call, key)
  for (let repeats = 0; ; repeats += 1) {
    try {
      const result = await run({ 'idempotency-key': key })
      unanswered.delete(call)
      return result
    } catch (error) {
      const repeatable = isUnanswered(error) || isRunning(error)
      if (!repeatable) unanswered.delete(call)
      const wait = waits[repeats]
      // Offline it is not done behind the back of who has been told that nothing answers.
      if (!repeatable || wait === undefined || signal?.aborted || isOffline()) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** It has arrived before, and its server is still at work. */
const isRunning = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfter !== undefined

/** 128 random bits. Over plain http there is no randomUUID(). */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
