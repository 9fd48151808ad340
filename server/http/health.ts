import { AppError } from '../core/errors.ts'
import { Refusal } from './problem.ts'

/** Probes are told within this time, ms. */
const patience = 2_000

/**
 * Ready to serve: not stopping, and the database answers. However many ask at once, the database is asked once.
 * @throws {AppError} UNAVAILABLE
 */
export function readiness(ping: () => Promise<void>, stopping: () => boolean): () => Promise<void> {
  let asking: Promise<void> | undefined
  return async () => {
    if (stopping()) throw new Refusal('stopping')
    asking ??= within(patience, ping()).finally(() => {
      asking = undefined
    })
    await asking.catch((cause) => {
      throw new AppError('UNAVAILABLE', { cause, retryAfter: 2 })
    })
  }
}

async function within(ms: number, promise: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
