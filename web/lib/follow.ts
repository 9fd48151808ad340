import type { VariablesOf } from 'gql.tada'
import { isPassing } from './errors.ts'
import type { ResultOf } from './graphql.ts'
import { loadSession } from './session/session.ts'
import { stream } from './stream.ts'

interface Follow<Result> {
  /** From now on nothing is missed; called at each beginning. What came before has to be asked for. */
  onOpen(): void
  onResult(result: Result): void
}

/** Milliseconds before the stream is opened again: twice as long each time that it did not open. */
const firstWait = 1_000
const longestWait = 30_000

/**
 * A subscription for as long as the page is seen: a browser has few connections to a server, and a hidden page needs
 * no news. Opened again whenever it ends; given up only where the server refuses it. Ends by the returned call.
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
        // Neither an ended connection nor a server that asks to wait is a refusal.
        if (signal.aborted) return
        if (!(isPassing(error) || error instanceof TypeError)) {
          // The session may be over, or its rights others: asked for anew, it shows what is so.
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
