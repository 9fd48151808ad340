import type { Logger } from 'pino'
import type { Database } from '../../db/open.ts'

export interface Rounds extends AsyncDisposable {
  /** Requests a run. If a run is in progress, another run starts after it. */
  wake(): void
  /** Starts no further runs and waits for the current one. */
  stop(): Promise<void>
}

/**
 * Runs `run` whenever the channel is notified, and every `every` milliseconds in case a notification was
 * missed. Runs never overlap. If a notification arrives during a run, one more run follows. A failed run does
 * not prevent further runs.
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
        log.warn({ error: error.message, name }, 'a background task failed; later runs are not affected'),
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
