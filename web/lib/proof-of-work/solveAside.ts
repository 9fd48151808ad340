import type { Challenge, Solution } from 'altcha-lib'

/** The answer to a challenge, found in a thread of its own so that the page goes on. Rejects where its file does not come. */
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
