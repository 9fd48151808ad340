import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { limits } from '../../contract/limits.ts'
import type { Jobs } from '../core/jobs/jobs.ts'
import { createLimiter, isWithin } from '../core/limit.ts'
import type { Database, Tx } from '../db/open.ts'
import { createDelivery, type OutboxMessage, policyOf } from './delivery.ts'
import { forgetPhones } from './sms.store.ts'
import type { SmsBudget } from './sms-budget.ts'
import { failover } from './transports/failover.ts'
import { parseTransport } from './transports/parse.ts'
import type { Channel, Transport } from './transports/transport.ts'

export type { OutboxMessage } from './delivery.ts'

export interface Outbox {
  /**
   * Starts the delivery of messages. Must be called after `jobs` has started and before the first call to
   * send().
   */
  start(): Promise<void>
  /**
   * Queues a message, which is sent after the transaction has committed. The call does not wait for a
   * provider. A notice is skipped if its recipient has reached the daily limit, or if no SMS provider has a
   * template for the notice.
   */
  send(tx: Tx, message: OutboxMessage): Promise<void>
  /**
   * Removes queued messages to these phone numbers and email addresses, and removes the recipients from the
   * log of sent messages.
   */
  forget(tx: Tx, recipients: readonly string[]): Promise<void>
}

/**
 * Timeout of a delivery job in seconds. If a server has not completed the job by then, another server takes
 * it over. A delivery never takes this long.
 */
const jobTimeout: Record<Channel, number> = { sms: 20, mail: 60 }

export function createOutbox(options: {
  jobs: Jobs
  db: Database
  config: { smsUrl: string; smsUrl2?: string | undefined; mailUrl: string; brand?: { name: string } }
  /** SMS budget. Notices are counted against it when they are sent, and codes when they are requested. */
  budget?: SmsBudget
  log: Logger
  registry?: Registry
}): Outbox {
  const { jobs, db, config, budget, log, registry } = options
  const sms = parseTransport(config.smsUrl, 'sms')
  const transports: Record<Channel, Transport> = {
    sms: config.smsUrl2 ? failover(sms, parseTransport(config.smsUrl2, 'sms')) : sms,
    mail: parseTransport(config.mailUrl, 'mail'),
  }
  const missing = { sms: new Set(transports.sms.missing), mail: new Set(transports.mail.missing) }
  const counter = new Counter({
    name: 'notifications_total',
    help: 'Attempts to send a message, by outcome. The outcomes limited and untemplated count skipped notices',
    labelNames: ['channel', 'template', 'outcome'] as const,
    registers: registry ? [registry] : [],
  })
  const limiter = createLimiter({ multiplier: 1 })
  new Gauge({
    name: 'notifications_waiting',
    help: 'Messages in the queue, including messages that wait for their next attempt',
    labelNames: ['channel'] as const,
    registers: registry ? [registry] : [],
    async collect() {
      this.reset()
      // If the database is unavailable, this metric is missing, but all other metrics are still reported.
      const waiting = started ? await jobs.waiting(['sms', 'mail']).catch(() => []) : []
      for (const { queue, count } of waiting) this.set({ channel: queue }, count)
    },
  })
  let started = false
  const deliver = createDelivery({
    ...{ jobs, db, log, limiter, transports, counter, budget },
    productName: config.brand?.name,
  })

  /**
   * Whether a message can be queued. For notices, the daily limit prevents repeated actions from sending an
   * SMS each time. Codes have their own limits, which apply when they are requested.
   */
  async function isAdmitted(tx: Tx, { channel, template, to }: OutboxMessage): Promise<boolean> {
    if (template === 'code') return true
    if (missing[channel].has(template)) {
      counter.inc({ channel, template, outcome: 'untemplated' })
      return false
    }
    const limit = { kind: 'notice', subject: to, max: limits.notices.perDay, window: 86_400 }
    if (await isWithin(limiter, tx, limit)) return true
    counter.inc({ channel, template, outcome: 'limited' })
    log.warn({ channel, template }, 'notice skipped: the recipient has reached the daily limit of notices')
    return false
  }

  return {
    async start() {
      for (const queue of ['sms', 'mail'] as const) {
        await jobs.work<OutboxMessage>(queue, { batch: 8, lookers: 2, every: 5 }, (batch) =>
          Promise.all(batch.map((job) => deliver(queue, job))),
        )
      }
      started = true
    },

    async send(tx, message) {
      if (!(await isAdmitted(tx, message))) return
      const { lifetime, tries, firstDelay, priority } = policyOf(message.template)
      await jobs.send(
        message.channel,
        message,
        {
          priority,
          retryLimit: tries - 1,
          retryDelay: firstDelay,
          retryBackoff: true,
          expireInSeconds: jobTimeout[message.channel],
          retentionSeconds: lifetime,
          deleteAfterSeconds: 1,
        },
        tx,
      )
    },

    async forget(tx, recipients) {
      await jobs.removeTo(tx, ['sms', 'mail'], recipients)
      if (recipients.length) await forgetPhones(tx, recipients)
    },
  }
}
