import type { Challenge, Payload } from 'altcha-lib'
import { makeStore } from '../../store.ts'
import { ApiError, failed, unreachable } from '../errors.ts'

/** Number of challenges that are currently being solved. */
export const working = makeStore(0)

/**
 * Maximum number of challenges to solve for one call. One solution is not enough if concurrent calls raise
 * the difficulty while the browser computes the solution.
 */
const atMost = 5

/**
 * Makes a call. If the server returns PROOF_REQUIRED, solves the challenge and retries the call with the
 * solution, without any user action. `working` is above 0 while a challenge is solved. Rejects with the error
 * of the call.
 */
export async function withProofOfWork<Answer>(call: (proof?: string) => Promise<Answer>): Promise<Answer> {
  let proof: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(proof)
    } catch (error) {
      if (!(error instanceof ApiError && error.challenge) || attempt > atMost) throw error
      proof = await work(error.challenge as Challenge)
    }
  }
}

async function work(challenge: Challenge): Promise<string> {
  working.set(working.get() + 1)
  try {
    const { solveAside } = await import('./solveAside.ts')
    const payload: Payload = { challenge, solution: await solveAside(challenge) }
    return btoa(JSON.stringify(payload))
  } catch {
    // The worker script could not be loaded, most likely because the server cannot be reached.
    throw failed('proof-of-work', unreachable())
  } finally {
    working.set(working.get() - 1)
  }
}
