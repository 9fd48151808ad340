import { Gauge, type Registry } from 'prom-client'
import { AppError } from '../core/errors.ts'
import { isWithin, type Limit, type Limiter } from '../core/limit.ts'
import type { Database, Tx } from '../db/open.ts'
import type { MessageParams } from './messages.words.ts'
import { countSms } from './sms.store.ts'

/** Limits the number of SMS that the whole deployment sends. */
export interface SmsBudget {
  /** The limits that each SMS is counted against. Empty if the number of SMS is not limited. */
  limits: readonly Limit[]
  /**
   * Notifies the administrators, once per window, that a limit has been reached. Must be called with the
   * error that the limiter threw, after its transaction has been rolled back.
   */
  refused(error: unknown): Promise<void>
}

const windows = { hour: 3_600, day: 86_400 } as const

export function createSmsBudget({
  db,
  limiter,
  config,
  registry,
  notifyAdmins,
}: {
  db: Database
  limiter: Limiter
  config: { smsPerHour: number; smsPerDay: number }
  registry?: Registry
  notifyAdmins: (tx: Tx, params: MessageParams['sms.budget']) => Promise<void>
}): SmsBudget {
  const kinds = [
    { kind: 'sms.hour', window: 'hour', max: config.smsPerHour },
    { kind: 'sms.day', window: 'day', max: config.smsPerDay },
  ] as const
  const limited = kinds.filter(({ max }) => max > 0)
  const subject = 'deployment'
  const limits = limited.map(({ kind, window, max }) => ({ kind, subject, max, window: windows[window] }))
  new Gauge({
    name: 'sms_budget_used_ratio',
    help: 'Share of the SMS budget that is used in the current hour or day',
    labelNames: ['window'] as const,
    registers: registry ? [registry] : [],
    async collect() {
      this.reset()
      // If the database is unavailable, this metric is missing, but all other metrics are still reported.
      const used = await limiter.used(db.query, limits).catch(() => [])
      for (const [index, { window, max }] of limited.entries())
        if (used[index] !== undefined) this.set({ window }, Math.min(used[index], max) / max)
    },
  })
  return {
    limits,

    async refused(error) {
      if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') return
      const full = limited.find(({ kind }) => kind === error.details.limit)
      if (!full) return
      const { window, max } = full
      const seconds = error.details.retryAfter ?? windows[window]
      await db.transaction(async (tx) => {
        await countSms(tx, '', 'LIMITED')
        const oncePerWindow = { kind: `${full.kind}.told`, subject, max: 1, window: seconds }
        if (await isWithin(limiter, tx, oncePerWindow)) await notifyAdmins(tx, { window, max })
      })
    },
  }
}
