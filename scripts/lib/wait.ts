import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from './run.js'

/** Milliseconds between two looks. */
const look = 200

export const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )

/** Throws once so many seconds have passed; `otherwise`: what to say then. */
export async function until(
  holds: () => Promise<boolean>,
  seconds: number,
  otherwise: string | (() => string),
): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await pause(look))
    if (Date.now() > end) throw new Fault(typeof otherwise === 'string' ? otherwise : otherwise())
}
