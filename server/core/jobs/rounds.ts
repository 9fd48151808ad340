import type { Logger } from 'pino'
import type { Database } from '../../db/open.ts'

export interface Rounds extends AsyncDisposable {
  /** A run begins, after the one that is under way. */
  wake(): void
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/**
 * Runs whenever the channel is notified, and every few seconds for what was missed: one run at a time, and one more
 * after it where it was notified meanwhile. A run that fails is followed by the next.
 */
export async function startRounds(
  { db, log }: { db: Database; log: Logger },
  { name, channel, every, run }: { name: string; channel: string; every: number; run(): Promise<unknown> },
): Promise<Rounds> {
  let wanted = false
  let running: Promise<void> | undefined
  let stopped = false

  async function work(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false
      await run().catch((error) =>
        log.warn({ error: error.message, name }, 'a round failed; the next is on time'),
      )
    }
    running = undefined
  }
  const wake = () => {
    wanted = true
    if (!stopped) running ??= work()
  }
  const unlisten = await db.listen(channel, wake, wake)
  const timer = setInterval(wake, every).unref()
  wake()
  const stop = async () => {
    stopped = true
    clearInterval(timer)
    await unlisten()
    await running
  }
  return { wake, stop, [Symbol.asyncDispose]: stop }
}
