import { isOffline } from '../../network.ts'
import { ApiError, isUnanswered } from '../errors.ts'

/** Delays in ms before the first and the second retry of a call that got no response. */
const waits = [1_000, 3_000]

/**
 * Idempotency keys of calls that got no response. If the user submits the same call again, its key is sent
 * again.
 */
const unanswered = new Map<string, string>()

/**
 * Runs a mutation with an idempotency key (docs/api/graphql.md), so that the server applies the mutation only
 * once, even if the request arrives several times. A call that got no response is retried, because it is
 * unknown whether the server applied it. If all retries fail and the user submits the same call again, the
 * same key is sent. `call` identifies the mutation and its variables. Different values of `call` have
 * different keys.
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
      // A call is not retried while the browser is offline, because the page already shows that there is no
      // network.
      if (!repeatable || wait === undefined || signal?.aborted || isOffline()) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** Whether the server is still running an earlier attempt of the same call. */
const isRunning = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfter !== undefined

/** Returns 128 random bits in hexadecimal. crypto.randomUUID() is not available over plain http. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
