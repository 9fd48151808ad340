import type { Challenge, Solution } from 'altcha-lib'

/**
 * Solves a challenge in a web worker, so that the page stays responsive. Rejects if the worker cannot be
 * loaded.
 */
export async function solveAside(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = reject
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
