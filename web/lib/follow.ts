import type { VariablesOf } from 'gql.tada'
import { isPassing } from './errors.ts'
import type { ResultOf } from './graphql.ts'
import { loadSession } from './session/session.ts'
import { stream } from './stream.ts'

interface Follow<Result> {
  /** Called whenever the stream opens. Later events all arrive; earlier changes must be fetched. */
  onOpen(): void
  onResult(result: Result): void
}

/** Milliseconds before the stream reopens. The wait doubles after each failed attempt. */
const firstWait = 1_000
const longestWait = 30_000

/**
 * Subscribes while the page is visible, because browsers allow few connections per server and a hidden page
 * needs no updates. Reopens a stream that ends, and stops only if the server refuses it. Returns a function
 * that unsubscribes.
 */
export function follow<D extends Parameters<typeof stream>[0]>(
  document: D,
  variables: VariablesOf<D>,
  { onOpen, onResult }: Follow<ResultOf<D>>,
): () => void {
  let running: AbortController | undefined

  async function run(signal: AbortSignal): Promise<void> {
    let wait = firstWait
    while (!signal.aborted) {
      try {
        const opened = () => {
          wait = firstWait
          onOpen()
        }
        for await (const result of stream(document, variables, signal, opened))
          onResult(result as ResultOf<D>)
      } catch (error) {
        // Neither a closed connection nor a server that asks to wait is a refusal.
        if (signal.aborted) return
        if (!(isPassing(error) || error instanceof TypeError)) {
          // The session or its permissions may have changed. Reloading the account shows the current state.
          await loadSession().catch(() => undefined)
          return
        }
      }
      await pause(wait * (0.75 + Math.random() / 2), signal)
      wait = Math.min(wait * 2, longestWait)
    }
  }

  function openWhileSeen(): void {
    const seen = globalThis.document.visibilityState === 'visible'
    if (seen && !running) {
      running = new AbortController()
      void run(running.signal)
    } else if (!seen) {
      running?.abort()
      running = undefined
    }
  }

  openWhileSeen()
  globalThis.document.addEventListener('visibilitychange', openWhileSeen)
  return () => {
    globalThis.document.removeEventListener('visibilitychange', openWhileSeen)
    running?.abort()
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
