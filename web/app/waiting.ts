import { abandonSession } from '../lib/session/session.ts'
import { texts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { visitor } from './guard/admission.ts'
import { words } from './words.ts'

/** ms without an answer after which one is signed out. */
export const patience = 30_000
const shortest = 1_000

/**
 * Asks for the account again and again, each pause as long as all the waiting before it: after 1, 2, 4, 8, 16 and 30 s.
 * `settled` is called once: there was an answer, whatever it said, or patience is over and one is signed out.
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
      // Whoever was away for so long reads it when they come back.
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
    /** Without the rest of the pause. */
    now: attempt,
    /** Waits no longer: one signs in anew. */
    giveUp() {
      stop()
      abandonSession()
      settled()
    },
  }
}
