import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Locale } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import type { Job, Jobs, Result } from '../core/jobs/jobs.ts'
import { createLimiter, isWithin } from '../core/limit.ts'
import type { Database, Tx } from '../db/open.ts'
import { forgetPhones, recordSms } from './sms.store.ts'
import type { SmsBudget } from './sms-budget.ts'
import { type TemplateName, type TemplateParams, variablesOf, write } from './templates.ts'
import { parseTransport } from './transports/parse.ts'
import { takeover } from './transports/takeover.ts'
import { type Channel, DeliveryError, type Transport } from './transports/transport.ts'

/** What is to be said to whom; its words are chosen when it leaves. */
export type OutboxMessage = {
  [Name in TemplateName]: {
    channel: Channel
    /** E.164 or an e-mail address. */
    to: string
    template: Name
    params: TemplateParams[Name]
    locale: Locale
  }
}[TemplateName]

export interface Outbox {
  /** Before anything calls send(), with `jobs` started. */
  start(): Promise<void>
  /**
   * The message leaves once the transaction has committed, and only then; this waits for no provider. A notice beyond
   * those that one receiver gets in a day is left out, and so is an SMS that no provider has a template for.
   */
  send(tx: Tx, message: OutboxMessage): Promise<void>
  /** What still waits to be sent to these phones and e-mail addresses is not sent, and what was sent was to nobody. */
  forget(tx: Tx, recipients: readonly string[]): Promise<void>
}

/** sent; or how a message ended that was not. retry: it has not ended. */
type Outcome = 'sent' | 'refused' | 'unanswered' | 'expired' | 'exhausted' | 'retry'

interface Tried {
  outcome: Outcome
  /** Who took it, and what they call it. */
  provider?: string
  providerId?: string | undefined
  reason?: string
}

interface Policy {
  /** Seconds after which the message is not needed any more. */
  lifetime: number
  tries: number
  /** Seconds before the second try; each further wait is about twice the one before. */
  firstDelay: number
  priority: number
}

// A code: 5 tries within about 3 minutes. A notice: 10 within 9 to 17 hours.
const codePolicy: Policy = { lifetime: limits.code.lifetime, tries: 5, firstDelay: 5, priority: 1 }
const noticePolicy: Policy = { lifetime: 86_400, tries: 10, firstDelay: 60, priority: 0 }
const policyOf = (template: TemplateName) => (template === 'code' ? codePolicy : noticePolicy)

/** Seconds until a node that took a job and says nothing more counts as dead: longer than any delivery takes. */
const jobTimeout: Record<Channel, number> = { sms: 20, mail: 60 }

export function createOutbox(options: {
  jobs: Jobs
  db: Database
  config: { smsUrl: string; smsUrl2?: string | undefined; mailUrl: string; brand?: { name: string } }
  /** In which a notice is counted as it leaves; a code is where it is asked for. */
  budget?: SmsBudget
  log: Logger
  registry?: Registry
}): Outbox {
  const { jobs, db, config, budget, log, registry } = options
  const sms = parseTransport(config.smsUrl, 'sms')
  const transports: Record<Channel, Transport> = {
    sms: config.smsUrl2 ? takeover(sms, parseTransport(config.smsUrl2, 'sms')) : sms,
    mail: parseTransport(config.mailUrl, 'mail'),
  }
  const missing = { sms: new Set(transports.sms.missing), mail: new Set(transports.mail.missing) }
  const counter = new Counter({
    name: 'notifications_total',
    help: 'Tries to send a message, by how they ended; limited, untemplated: a notice that was left out',
    labelNames: ['channel', 'template', 'outcome'] as const,
    registers: registry ? [registry] : [],
  })
  const limiter = createLimiter({ multiplier: 1 })
  new Gauge({
    name: 'notifications_waiting',
    help: 'Messages in the queue, those whose next try is later included',
    labelNames: ['channel'] as const,
    registers: registry ? [registry] : [],
    async collect() {
      this.reset()
      // Without the database there is no figure, but the others are still told.
      const waiting = started ? await jobs.waiting(['sms', 'mail']).catch(() => []) : []
      for (const { queue, count } of waiting) this.set({ channel: queue }, count)
    },
  })
  let started = false
  // Done with, but the database was gone when the job was to be removed: not to be sent again when it comes back.
  const concluded = new Map<string, Tried>()

  async function isExpired({ createdOn, data }: Job<OutboxMessage>): Promise<boolean> {
    // By the database's clock, as the code itself.
    const { rows } = await db.execute(
      'select $1::timestamptz + make_interval(secs => $2) < now() as expired',
      [createdOn.toISOString(), policyOf(data.template).lifetime],
    )
    return rows[0].expired
  }

  async function tryOnce(job: Job<OutboxMessage>): Promise<Tried> {
    if (await isExpired(job)) return { outcome: 'expired' }
    const { channel, to, template, params, locale } = job.data
    const code = 'code' in params ? params.code : null
    try {
      if (channel === 'sms' && template !== 'code') await countNotice()
      const words = write(template, params as never, locale, config.brand?.name)
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

  /** Beyond the budget it waits for its next try: what it says is still true then. */
  async function countNotice(): Promise<void> {
    try {
      await limiter.take(db.query, ...(budget?.limits ?? []))
    } catch (error) {
      await budget?.refused(error)
      throw new DeliveryError('retry', 'the deployment has sent as many SMS as it may')
    }
  }

  async function handle(queue: Channel, job: Job<OutboxMessage>): Promise<Result> {
    try {
      return concluded.has(job.id)
        ? await strikeOff(queue, job, required(concluded.get(job.id), 'item of concluded'))
        : await conclude(queue, job, await tryOnce(job))
    } catch (error) {
      // The database went away; the job is still there when it comes back.
      return { id: job.id, status: 'failed', output: { reason: (error as Error).name } }
    }
  }

  async function conclude(queue: Channel, job: Job<OutboxMessage>, tried: Tried): Promise<Result> {
    const { outcome, reason } = tried
    const { id } = job
    const { channel, template } = job.data
    counter.inc({ channel, template, outcome })
    const facts = { job: id, channel, template, outcome, reason, try: job.retryCount + 1 }
    if (outcome === 'retry') {
      log.warn(facts, 'a message was not accepted and will be tried again')
      return { id, status: 'failed', output: { reason: reason ?? '' } }
    }
    if (outcome === 'sent') log.debug(facts, 'a message was sent')
    else log.error(facts, 'a message was given up')
    concluded.set(id, tried)
    return strikeOff(queue, job, tried)
  }

  /** At once: the row holds a code and a phone number. */
  async function strikeOff(queue: Channel, job: Job<OutboxMessage>, tried: Tried): Promise<Result> {
    const { channel, to: phone, template } = job.data
    const { outcome, provider = null, providerId = null, reason = null } = tried
    if (channel === 'sms') {
      const who = { phone, template, provider, provider_id: providerId }
      const sms = { id: job.id, ...who, status: outcome.toUpperCase(), reason }
      await db.transaction((tx) => recordSms(tx, sms))
    }
    await jobs.remove(queue, job)
    concluded.delete(job.id)
    return { id: job.id, status: 'completed' }
  }

  /** Whoever has something done over and over, and told each time, does not make an SMS of each. Codes are counted where they are asked for. */
  async function isAdmitted(tx: Tx, { channel, template, to }: OutboxMessage): Promise<boolean> {
    if (template === 'code') return true
    if (missing[channel].has(template)) {
      counter.inc({ channel, template, outcome: 'untemplated' })
      return false
    }
    const limit = { kind: 'notice', who: to, max: limits.notices.perDay, window: 86_400 }
    if (await isWithin(limiter, tx, limit)) return true
    counter.inc({ channel, template, outcome: 'limited' })
    log.warn({ channel, template }, 'a notice was left out: its receiver has had too many today')
    return false
  }

  return {
    async start() {
      for (const queue of ['sms', 'mail'] as const) {
        await jobs.work<OutboxMessage>(queue, { batch: 8, lookers: 2, every: 5 }, (batch) =>
          Promise.all(batch.map((job) => handle(queue, job))),
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
