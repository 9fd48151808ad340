import type { Logger } from 'pino'
import type { Job, Jobs, Result } from './jobs.ts'

export interface Scheduler {
  start(): Promise<void>
  stop(): void
  /** Runs every so many seconds, on one node at a time. A run that fails waits for the next. */
  every(name: string, seconds: number, run: () => Promise<unknown>): void
}

const queue = 'sweep'

/** Periodic work of all nodes that share the database: expired rows, quarters of the audit log, devices gone silent. */
export function createScheduler({ jobs, log }: { jobs: Jobs; log: Logger }): Scheduler {
  const tasks = new Map<string, { seconds: number; run: () => Promise<unknown> }>()
  const timers: NodeJS.Timeout[] = []
  let started = false

  async function run({ id, data: { name } }: Job<{ name: string }>): Promise<Result> {
    try {
      await tasks.get(name)?.run()
      return { id, status: 'completed' }
    } catch (error) {
      log.error({ err: error, task: name }, 'a periodic task failed; the next run is on time')
      return { id, status: 'failed', output: { reason: 'see the log' } }
    }
  }

  function schedule(name: string, seconds: number): void {
    // Every node asks; the first within each span of time makes the job, the others' is the same one.
    const ask = () =>
      jobs
        .send(
          queue,
          { name },
          {
            singletonKey: name,
            singletonSeconds: seconds,
            retryLimit: 0,
            retentionSeconds: seconds,
            deleteAfterSeconds: seconds,
          },
        )
        .catch((error) =>
          log.warn({ error: error.message, task: name }, 'could not schedule a periodic task'),
        )
    timers.push(setInterval(ask, seconds * 1000).unref())
    void ask()
  }

  return {
    async start() {
      // All at a look: those that are due together, at a start, do not wait for each other.
      await jobs.work<{ name: string }>(queue, { batch: 100, lookers: 1, every: 5 }, (batch) =>
        Promise.all(batch.map(run)),
      )
      started = true
      for (const [name, { seconds }] of tasks) schedule(name, seconds)
    },

    stop() {
      for (const timer of timers) clearInterval(timer)
    },

    every(name, seconds, run) {
      tasks.set(name, { seconds, run })
      if (started) schedule(name, seconds)
    },
  }
}
