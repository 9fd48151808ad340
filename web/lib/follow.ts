import type { VariablesOf } from 'gql.tada'
import { isPassing } from './errors.ts'
import type { ResultOf } from './graphql.ts'
import { loadSession } from './session/session.ts'
import { stream } from './stream.ts'

interface Follow<Result> {
  /**
   * Called each time the stream opens. Later changes arrive as events. Earlier changes may have been missed,
   * so the caller must fetch the current state.
   */
  onOpen(): void
  onResult(result: Result): void
}

/** Delay in ms before the stream is reopened. The delay doubles after each failed attempt. */
const firstWait = 1_000
const longestWait = 30_000

/**
 * Subscribes to events while the page is visible. A hidden page is unsubscribed, because it needs no updates
 * and browsers allow few connections per server. A stream that ends is reopened, unless the server rejects
 * the subscription. Returns a function that unsubscribes.
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
        // If the connection closed, or the server asked the client to wait, this error is ignored and the
        // stream is reopened below.
        if (signal.aborted) return
        if (!(isPassing(error) || error instanceof TypeError)) {
          // The server may have rejected the subscription because the session or its permissions have
          // changed, so the account is reloaded.
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
