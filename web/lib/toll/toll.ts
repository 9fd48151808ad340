import type { Challenge, Payload, Solution } from 'altcha-lib'
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
export async function paying<Answer>(call: (proof?: string) => Promise<Answer>): Promise<Answer> {
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
    const solution = await solveAside(challenge)
    const payload: Payload = { challenge, solution }
    return btoa(JSON.stringify(payload))
  } finally {
    working.set(working.get() - 1)
  }
}

/** In a thread of its own, so that the page goes on. */
async function solveAside(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      // Its file did not come: the network, as where a call is not answered.
      worker.onerror = () => reject(failed('toll', unreachable()))
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
