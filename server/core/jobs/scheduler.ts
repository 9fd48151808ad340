import type { Logger } from 'pino'
import type { Job, Jobs, Result } from './jobs.ts'

export interface Scheduler {
  start(): Promise<void>
  stop(): void
  /**
   * Runs a task every `seconds` seconds, on one server at a time. A failed run is not repeated until the next
   * one is due.
   */
  every(name: string, seconds: number, run: () => Promise<unknown>): void
}

const queue = 'sweep'

/**
 * Runs periodic tasks, each on one of the servers that share the database. Examples are deleting expired
 * rows, creating partitions of the audit log and detecting lost devices.
 */
export function createScheduler({ jobs, log }: { jobs: Jobs; log: Logger }): Scheduler {
  const tasks = new Map<string, { seconds: number; run: () => Promise<unknown> }>()
  const timers: NodeJS.Timeout[] = []
  let started = false

  async function run({ id, data: { name } }: Job<{ name: string }>): Promise<Result> {
    try {
      await tasks.get(name)?.run()
      return { id, status: 'completed' }
    } catch (error) {
      log.error({ err: error, task: name }, 'a periodic task failed; later runs are not affected')
      return { id, status: 'failed', output: { reason: 'see the log' } }
    }
  }

  function schedule(name: string, seconds: number): void {
    // Every server sends the job, but only the first call to send() in each period creates a job.
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
      // Fetch all due jobs at once, so that tasks that are due together after a start run in parallel.
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
