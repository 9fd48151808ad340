import { sql } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss, type SendOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Tx } from '../../db/open.ts'

export type Job<Data> = JobWithMetadata<Data>

/** Result of a job. A failed job is retried after a delay until no attempts remain. */
export interface Result {
  id: string
  status: 'completed' | 'failed'
  /** Stored with a failed job until its next attempt. Must not contain phone numbers, addresses or codes. */
  output?: { reason: string }
}

interface WorkOptions {
  /**
   * `batch` is the number of jobs that a worker fetches at once, and `lookers` is the number of parallel
   * workers.
   */
  batch: number
  lookers: number
  /**
   * Seconds between two polls. Polling finds jobs that are due for a retry, and jobs whose notification was
   * missed.
   */
  every: number
}

export interface Jobs {
  /** Must be called before all other methods. */
  start(): Promise<void>
  /** Waits up to 10 s for running jobs. Unfinished jobs are retried by another server. */
  stop(): Promise<void>
  /** Adds a job. With `tx`, the job exists only if that transaction commits. */
  send(queue: string, data: object, options: SendOptions, tx?: Tx): Promise<void>
  /** Processes the jobs of a queue, and creates the queue if it does not exist. */
  work<Data>(
    queue: string,
    options: WorkOptions,
    run: (jobs: Job<Data>[]) => Promise<Result[]>,
  ): Promise<void>
  remove(queue: string, job: { id: string; retryCount: number }): Promise<void>
  /** Deletes the jobs of these queues whose `to` is one of the recipients. */
  removeTo(tx: Tx, queues: readonly string[], recipients: readonly string[]): Promise<void>
  waiting(queues: string[]): Promise<{ queue: string; count: number }[]>
}

const hour = 3_600
const duplicateKey = '23505'

/**
 * Creates the job queues in the schema "pgboss" of the same database. When a job is committed, the workers of
 * all servers are notified. Polling can therefore be infrequent, so that an idle server does little work.
 */
export function createJobs({ db, log }: { db: Database; log: Logger }): Jobs {
  const embedded = db.kind === 'embedded'
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => db.execute(text, values),
      async listen(channel, onNotify, onGap) {
        const close = await db.listen(channel, onNotify, onGap)
        onGap()
        return { close }
      },
    },
    backend: embedded ? 'pglite' : 'postgres',
    schema: 'pgboss',
    useListenNotify: true,
    // Jobs of crashed servers are found at this interval. The maintenance below can run less often.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: hour,
    queueCacheIntervalSeconds: hour,
    bamIntervalSeconds: hour,
    flowIntervalSeconds: hour,
    schedule: false,
    persistWarnings: false,
    // The embedded database has only one connection and no autovacuum to monitor.
    monitorVacuum: !embedded,
    reindex: !embedded,
  })
  const known = new Set<string>()
  const report = oncePerMinute()
  boss.on('error', ({ message }) => {
    if (report(message)) log.warn({ error: message }, 'the job queue failed and will retry')
  })
  boss.on('warning', ({ message }) => {
    if (report(message)) log.warn({ warning: message }, 'the job queue reported a warning')
  })

  return {
    async start() {
      await boss.start().catch((error) => {
        // Try again: pg-boss fails with this error if another server has created the schema at the same time.
        if ((error as { code?: string }).code !== duplicateKey) throw error
        return boss.start()
      })
      for (const { name } of await boss.getQueues()) known.add(name)
    },

    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),

    async send(queue, data, options, tx) {
      await boss.send(queue, data, tx ? { ...options, db: fromKysely(tx) } : options)
    },

    async work<Data>(
      queue: string,
      { batch, lookers, every }: WorkOptions,
      run: (jobs: Job<Data>[]) => Promise<Result[]>,
    ) {
      if (!known.has(queue)) {
        await boss.createQueue(queue, { notify: true })
        // Load the queue's settings now. Otherwise the first call to send() would load them outside the
        // caller's transaction.
        await boss.findJobs(queue, { key: '' })
      }
      const options = {
        batchSize: batch,
        localConcurrency: lookers,
        pollingIntervalSeconds: Math.min(1, every),
        notifyPollingIntervalSeconds: every,
        includeMetadata: true,
        perJobResults: true,
      } as const
      await boss.work<Data, unknown, typeof options>(queue, options, run)
    },

    async remove(queue, { id, retryCount }) {
      await boss.deleteJob(queue, { id, retryCount })
    },

    async removeTo(tx, queues, recipients) {
      await sql`
        delete from pgboss.job where name = any(${[...queues]}::text[])
        and data ->> 'to' = any(${[...recipients]}::text[])`.execute(tx)
    },

    async waiting(queues) {
      const { rows } = await db.execute(
        `select queue, (select count(*) from pgboss.job where name = queue and state < 'active') as count
         from unnest($1::text[]) as queue`,
        [queues],
      )
      return rows
    },
  }
}

/**
 * Returns a function that returns true only for the first of several identical messages within a minute. This
 * prevents an unreachable database from filling the log.
 */
function oncePerMinute(): (message: string) => boolean {
  const last = new Map<string, number>()
  return (message) => {
    const kind = message.replace(/ \(Queue: .*/, '')
    const now = performance.now()
    if (now - (last.get(kind) ?? Number.NEGATIVE_INFINITY) < 60_000) return false
    if (last.size > 100) last.clear()
    last.set(kind, now)
    return true
  }
}
