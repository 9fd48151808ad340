import { Gauge, type Registry } from 'prom-client'
import { AppError } from '../core/errors.ts'
import { isWithin, type Limit, type Limiter } from '../core/limit.ts'
import type { Database, Tx } from '../db/open.ts'
import type { MessageParams } from './messages.words.ts'
import { countSms } from './sms.store.ts'

/** How many SMS the whole deployment sends, whoever asks for them. */
export interface SmsBudget {
  /** What each SMS counts in; empty where nothing limits them. */
  limits: readonly Limit[]
  /** After a refusal of one of these, and outside of what it has undone: administrators are told, once until it counts anew. */
  refused(error: unknown): Promise<void>
}

declare module '../core/context.ts' {
  interface Services {
    smsBudget: SmsBudget
  }
}

const windows = { hour: 3_600, day: 86_400 } as const

export function createSmsBudget({
  db,
  limiter,
  config,
  registry,
  tell,
}: {
  db: Database
  limiter: Limiter
  config: { smsPerHour: number; smsPerDay: number }
  registry?: Registry
  /** Every administrator. */
  tell: (tx: Tx, params: MessageParams['sms.budget']) => Promise<void>
}): SmsBudget {
  const kinds = [
    { kind: 'sms.hour', window: 'hour', max: config.smsPerHour },
    { kind: 'sms.day', window: 'day', max: config.smsPerDay },
  ] as const
  const limited = kinds.filter(({ max }) => max > 0)
  const who = 'deployment'
  const limits = limited.map(({ kind, window, max }) => ({ kind, who, max, window: windows[window] }))
  new Gauge({
    name: 'sms_budget_used_ratio',
    help: 'SMS that the deployment has sent in the hour or day that runs, as a share of how many it may',
    labelNames: ['window'] as const,
    registers: registry ? [registry] : [],
    async collect() {
      this.reset()
      // Without the database there is no figure, but the others are still told.
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
        const told = { kind: `${full.kind}.told`, who, max: 1, window: seconds }
        if (await isWithin(limiter, tx, told)) await tell(tx, { window, max })
      })
    },
  }
}
