import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../lib/run.js'

/** Whether the URL responds with a 2xx status within two seconds. */
export const isUp = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )

/**
 * Waits until the condition is true. Throws a Fault with the message if the condition is still false after
 * the given number of seconds.
 */
export async function until(
  condition: () => Promise<boolean>,
  seconds: number,
  message: () => string,
): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await condition()); await pause(200))
    if (Date.now() > end) throw new Fault(message())
}
