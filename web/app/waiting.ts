import { abandonSession } from '../lib/session/session.ts'
import { texts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { visitor } from './guard/admission.ts'
import { words } from './words.ts'

/** In ms. Without an answer for this long, the user is signed out. */
export const patience = 30_000
const shortest = 1_000

/**
 * Retries loading the account after 1, 2, 4, 8, 16 and 30 s. Calls `settled` once: after any answer, or after
 * the time limit, which signs out.
 */
export function waitForAnswer(settled: () => void) {
  const begun = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  async function attempt() {
    clearTimeout(timer)
    const answered = await visitor().then(
      () => true,
      () => false,
    )
    if (stopped) return
    const waited = performance.now() - begun
    if (!answered && waited < patience) {
      pause(waited)
      return
    }
    stop()
    if (!answered) {
      abandonSession()
      // The toast stays for users who come back later.
      toast('err', texts(words)('noAnswer'))
    }
    settled()
  }

  function pause(waited: number) {
    clearTimeout(timer)
    timer = setTimeout(attempt, Math.min(Math.max(waited, shortest), patience - waited))
  }

  function stop() {
    stopped = true
    clearTimeout(timer)
  }

  pause(0)
  return {
    stop,
    /** Retries at once. */
    now: attempt,
    /** Stops waiting. The user signs in again. */
    giveUp() {
      stop()
      abandonSession()
      settled()
    },
  }
}
