import { sql } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss, type SendOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Tx } from '../../db/open.ts'

export type Job<Data> = JobWithMetadata<Data>

/** failed: to be tried again after the job's own delay, if it has tries left. */
export interface Result {
  id: string
  status: 'completed' | 'failed'
  /** Stays with the row until the next try: no recipient, no code. */
  output?: { reason: string }
}

interface WorkOptions {
  /** Jobs that one look into the queue takes, and looks at once. */
  batch: number
  lookers: number
  /** Seconds between looks that nothing caused: for what was missed, and for retries. */
  every: number
}

export interface Jobs {
  /** Before any other call. */
  start(): Promise<void>
  /** Finishes what is under way, for 10 s at most; what is not finished then is tried again elsewhere. */
  stop(): Promise<void>
  /** With a transaction the job exists once that commits, and not at all if it does not. */
  send(queue: string, data: object, options: SendOptions, tx?: Tx): Promise<void>
  /** Makes the queue where it is missing. */
  work<Data>(
    queue: string,
    options: WorkOptions,
    run: (jobs: Job<Data>[]) => Promise<Result[]>,
  ): Promise<void>
  remove(queue: string, job: { id: string; retryCount: number }): Promise<void>
  /** Those of the queues whose data is `to` one of these. */
  removeTo(tx: Tx, queues: readonly string[], recipients: readonly string[]): Promise<void>
  waiting(queues: string[]): Promise<{ queue: string; count: number }[]>
}

const hour = 3_600
const duplicateKey = '23505'

/**
 * Queues in the schema "pgboss" of the same database. A job wakes the workers of every node by NOTIFY when it is
 * committed, so that looking for jobs may be rare and an idle server stays idle.
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
    // Finds the jobs of a node that died; the rest of its housekeeping may wait.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: hour,
    queueCacheIntervalSeconds: hour,
    bamIntervalSeconds: hour,
    flowIntervalSeconds: hour,
    schedule: false,
    persistWarnings: false,
    // The embedded database has no autovacuum and one connection.
    monitorVacuum: !embedded,
    reindex: !embedded,
  })
  const known = new Set<string>()
  const report = oncePerMinute()
  boss.on('error', ({ message }) => {
    if (report(message)) log.warn({ error: message }, 'the job queue failed and goes on trying')
  })
  boss.on('warning', ({ message }) => {
    if (report(message)) log.warn({ warning: message }, 'the job queue warns')
  })

  return {
    async start() {
      await boss.start().catch((error) => {
        // Another node has made the schema at this moment, which pg-boss takes for a fault.
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
        // Loads its settings: otherwise the first send would ask for them outside the caller's transaction.
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

/** True for the first of equal messages in a minute: a database that is gone would fill the log. */
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
