import { abandonSession } from '../lib/session/session.ts'
import { texts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { visitor } from './guard/admission.ts'
import { words } from './words.ts'

/**
 * Time in ms after which the user is signed out if the server has not responded to the request for the
 * account.
 */
export const patience = 30_000
const shortest = 1_000

/**
 * Retries the request for the account after 1, 2, 4, 8, 16 and 30 s. Calls `settled` once: after the first
 * response, or after the time limit, at which the user is signed out.
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
      // An error toast does not disappear by itself, so a user who returns later still sees it.
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
    /** Retries immediately. */
    now: attempt,
    /** Stops waiting and signs out. */
    giveUp() {
      stop()
      abandonSession()
      settled()
    },
  }
}
