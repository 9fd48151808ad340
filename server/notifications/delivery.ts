import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Locale } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { first, required } from '../../contract/required.ts'
import type { Job, Jobs, Result } from '../core/jobs/jobs.ts'
import type { Limiter } from '../core/limit.ts'
import type { Database } from '../db/open.ts'
import { recordSms } from './sms.store.ts'
import type { SmsBudget } from './sms-budget.ts'
import { type TemplateName, type TemplateParams, variablesOf, write } from './templates.ts'
import { type Channel, DeliveryError, type Transport } from './transports/transport.ts'

/** A message in the outbox. Its text is rendered when it is sent. */
export type OutboxMessage = {
  [Name in TemplateName]: {
    channel: Channel
    /** Phone number (E.164) or email address of the recipient. */
    to: string
    template: Name
    params: TemplateParams[Name]
    locale: Locale
  }
}[TemplateName]

/**
 * Outcome of a delivery attempt. With `retry`, the message remains in the queue. All other outcomes are
 * final.
 */
type Outcome = 'sent' | 'refused' | 'unanswered' | 'expired' | 'exhausted' | 'retry'

interface Attempt {
  outcome: Outcome
  /** The provider that accepted the message, and the id that the provider assigned to it. */
  provider?: string
  providerId?: string | undefined
  reason?: string
}

interface Policy {
  /** Seconds after which the message is obsolete and no longer sent. */
  lifetime: number
  tries: number
  /**
   * Delay before the second attempt, in seconds. Each further delay is about twice as long as the previous
   * one.
   */
  firstDelay: number
  priority: number
}

// Codes are tried 5 times within about 3 minutes, and notices 10 times within 9 to 17 hours.
const codePolicy: Policy = { lifetime: limits.code.lifetime, tries: 5, firstDelay: 5, priority: 1 }
const noticePolicy: Policy = { lifetime: 86_400, tries: 10, firstDelay: 60, priority: 0 }
export const policyOf = (template: TemplateName) => (template === 'code' ? codePolicy : noticePolicy)

interface Dependencies {
  jobs: Jobs
  db: Database
  log: Logger
  limiter: Limiter
  transports: Record<Channel, Transport>
  /** Metric that counts delivery attempts by channel, template and outcome. */
  counter: Counter<'channel' | 'template' | 'outcome'>
  budget: SmsBudget | undefined
  productName: string | undefined
}

/** Returns the job handler that sends a queued message and records the result. */
export function createDelivery({
  jobs,
  db,
  log,
  limiter,
  transports,
  counter,
  budget,
  productName,
}: Dependencies): (queue: Channel, job: Job<OutboxMessage>) => Promise<Result> {
  // Messages that have been processed but whose job could not be removed, because the database was
  // unavailable. They must not be sent again when the database is back.
  const finished = new Map<string, Attempt>()

  async function isExpired({ createdOn, data }: Job<OutboxMessage>): Promise<boolean> {
    // Use the database clock, which is also used to check whether a code has expired.
    const { rows } = await db.execute(
      'select $1::timestamptz + make_interval(secs => $2) < now() as expired',
      [createdOn.toISOString(), policyOf(data.template).lifetime],
    )
    return first(rows, 'expired').expired
  }

  async function attemptDelivery(job: Job<OutboxMessage>): Promise<Attempt> {
    if (await isExpired(job)) return { outcome: 'expired' }
    const { channel, to, template, params, locale } = job.data
    const code = 'code' in params ? params.code : null
    try {
      if (channel === 'sms' && template !== 'code') await countNotice()
      const words = write(template, params as never, locale, productName)
      const accepted = await transports[channel].send(
        { id: job.id, channel, to, template, code, variables: variablesOf(params), ...words },
        log,
      )
      return { outcome: 'sent', ...accepted }
    } catch (error) {
      const { kind, message: reason } =
        error instanceof DeliveryError ? error : new DeliveryError('retry', (error as Error).name)
      if (kind === 'retry' && job.retryCount >= job.retryLimit) return { outcome: 'exhausted', reason }
      return { outcome: kind, reason }
    }
  }

  /**
   * Counts a notice against the SMS budget. If the budget is exhausted, throws a DeliveryError of kind
   * `retry`, because a notice is still useful later.
   */
  async function countNotice(): Promise<void> {
    try {
      await limiter.take(db.query, ...(budget?.limits ?? []))
    } catch (error) {
      await budget?.refused(error)
      throw new DeliveryError('retry', 'the SMS budget of the deployment is exhausted')
    }
  }

  async function handle(queue: Channel, job: Job<OutboxMessage>): Promise<Result> {
    try {
      return finished.has(job.id)
        ? await removeJob(queue, job, required(finished.get(job.id), 'attempt'))
        : await finish(queue, job, await attemptDelivery(job))
    } catch (error) {
      // The database is unavailable. When it is back, the job will still be in the queue.
      return { id: job.id, status: 'failed', output: { reason: (error as Error).name } }
    }
  }

  async function finish(queue: Channel, job: Job<OutboxMessage>, attempt: Attempt): Promise<Result> {
    const { outcome, reason } = attempt
    const { id } = job
    const { channel, template } = job.data
    counter.inc({ channel, template, outcome })
    const fields = { job: id, channel, template, outcome, reason, try: job.retryCount + 1 }
    if (outcome === 'retry') {
      log.warn(fields, 'message not accepted; will retry')
      return { id, status: 'failed', output: { reason: reason ?? '' } }
    }
    if (outcome === 'sent') log.debug(fields, 'message sent')
    else log.error(fields, 'message not sent; no further attempts')
    finished.set(id, attempt)
    return removeJob(queue, job, attempt)
  }

  /** Removes the job from the queue immediately, because its row contains a code and a phone number. */
  async function removeJob(queue: Channel, job: Job<OutboxMessage>, attempt: Attempt): Promise<Result> {
    const { channel, to: phone, template } = job.data
    const { outcome, provider = null, providerId = null, reason = null } = attempt
    if (channel === 'sms') {
      const details = { phone, template, provider, provider_id: providerId }
      const sms = { id: job.id, ...details, status: outcome.toUpperCase(), reason }
      await db.transaction((tx) => recordSms(tx, sms))
    }
    await jobs.remove(queue, job)
    finished.delete(job.id)
    return { id: job.id, status: 'completed' }
  }

  return handle
}
