import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createJobs, type Jobs } from '../../core/jobs/jobs.ts'
import { createLimiter } from '../../core/limit.ts'
import type { Database } from '../../db/open.ts'
import { createOutbox, type Outbox, type OutboxMessage } from '../../notifications/outbox.ts'
import { createSmsReceipts } from '../../notifications/receipts/poll.ts'
import { createSmsBudget } from '../../notifications/sms-budget.ts'
import { testDatabase } from '../database.ts'
import { templateParams } from '../outgoing.ts'

export const soon = { timeout: 30_000, interval: 20 }

export const code = (digits: string): OutboxMessage => ({
  channel: 'sms',
  to: '+8613800138000',
  template: 'code',
  params: { code: digits, purpose: 'login' },
  locale: 'zh-CN',
})

export const notice: OutboxMessage = {
  channel: 'sms',
  to: '+8613800138000',
  template: 'password.changed',
  params: {},
  locale: 'en-US',
}

export const aliyun = (host: string) => `aliyun://id:secret@${host}/?${templateParams}`

/**
 * Provides a database to a test file, and functions that start servers on this database. The servers send SMS
 * to a file or to `smsUrl`.
 */
export function outboxes() {
  let db: Database
  const running: Jobs[] = []
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const file = join(tmpdir(), `reeve-outbox-${process.pid}.jsonl`)

  beforeAll(async () => {
    db = await testDatabase()
  })
  afterEach(async () => {
    for (const jobs of running.splice(0)) await jobs.stop()
    await db.execute('delete from pgboss.job')
    rmSync(file, { force: true })
    lines.length = 0
  })
  afterAll(() => db.close())

  const scene = {
    lines,

    /** Starts a server. `wrap` returns replacements for functions of the server's database. */
    async start(
      smsUrl = `file:${file}`,
      wrap: (db: Database) => Partial<Database> = () => ({}),
      /** Maximum number of SMS per hour, or 0 for no limit. */
      smsPerHour = 0,
      smsUrl2?: string,
    ) {
      const registry = new Registry()
      const wrapped = { ...db, ...wrap(db) }
      const jobs = createJobs({ db: wrapped, log })
      await jobs.start()
      running.push(jobs)
      const outbox = createOutbox({
        jobs,
        db: wrapped,
        config: { smsUrl, smsUrl2, mailUrl: `file:${file}` },
        budget: createSmsBudget({
          ...{ db: wrapped, limiter: createLimiter({ multiplier: 1 }) },
          config: { smsPerHour, smsPerDay: 0 },
          notifyAdmins: async () => {},
        }),
        log,
        registry,
      })
      await outbox.start()
      const receipts = createSmsReceipts({ db: wrapped, config: { smsUrl, smsUrl2 }, log })
      return { receipts, jobs, outbox, log, counted: () => registry.metrics() }
    },

    sql: async (text: string, params?: unknown[]) => (await db.execute(text, params)).rows,

    transaction: <T>(...args: Parameters<typeof db.transaction<T>>) => db.transaction(...args),

    send: (outbox: Outbox, message: OutboxMessage) => db.transaction((tx) => outbox.send(tx, message)),

    /** Returns all rows of the job queues. */
    waiting: () => scene.sql('select * from pgboss.job'),

    /** Returns the messages that were written to the file. */
    sent(): { code: string | null; text: string; channel: string }[] {
      try {
        const written = readFileSync(file, 'utf8').trimEnd().split('\n')
        return written.map((line) => JSON.parse(line))
      } catch {
        return []
      }
    },

    /** Waits until a delivery attempt has failed and makes the next attempt due. */
    async nextTry(): Promise<void> {
      await expect.poll(async () => (await scene.waiting())[0]?.state, soon).toBe('retry')
      await scene.hurry()
    },

    async hurry(): Promise<void> {
      await scene.sql(`update pgboss.job set start_after = now() where state = 'retry'`)
      await scene.sql(`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'sms')`)
    },
  }
  return scene
}
