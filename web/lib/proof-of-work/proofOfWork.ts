import type { Challenge, Payload } from 'altcha-lib'
import { makeStore } from '../../store.ts'
import { ApiError, failed, unreachable } from '../errors.ts'

/** How many challenges are worked for right now. */
export const working = makeStore(0)

/** A call that is let through asks at most for what others asked for meanwhile; then it says why it was not. */
const atMost = 5

/**
 * Makes a call, and where it answers PROOF_REQUIRED does the work that its challenge asks for and makes it again with the
 * answer. Nobody has to do anything for it; `working` says so while it lasts. Rejects as the call does.
 */
export async function withProofOfWork<Answer>(call: (proof?: string) => Promise<Answer>): Promise<Answer> {
  let proof: string | undefined
  for (let turn = 1; ; turn += 1) {
    try {
      return await call(proof)
    } catch (error) {
      if (!(error instanceof ApiError && error.challenge) || turn > atMost) throw error
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
    // A file of it did not come: the network, as where a call is not answered.
    throw failed('toll', unreachable())
  } finally {
    working.set(working.get() - 1)
  }
}
