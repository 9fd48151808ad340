import { isOffline } from '../../network.ts'
import { ApiError, isUnanswered } from '../errors.ts'

/** Milliseconds before the first and the second retry of a call without an answer. */
const waits = [1_000, 3_000]

/** Idempotency keys of unanswered calls, by call. A manual retry of the same call reuses its key. */
const unanswered = new Map<string, string>()

/**
 * Runs a mutation with an idempotency key (docs/api/graphql.md), so that the server applies it once however often it
 * arrives. A call without an answer may have been applied, so it is retried here, and with the same key if
 * the user submits it again. `call` identifies the mutation and its variables: any other value gets its own
 * key.
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
      // No retry while offline: the page already shows that the server cannot be reached.
      if (!repeatable || wait === undefined || signal?.aborted || isOffline()) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** Whether an earlier attempt has arrived and the server is still running it. */
const isRunning = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfter !== undefined

/** 128 random bits. randomUUID() is not available over plain http. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
