import type { Logger } from 'pino'
import type { Database } from '../../db/open.ts'
import { parseTransport } from '../transports/parse.ts'
import type { AcceptedSms, AskReceipt, Receipt } from '../transports/transport.ts'
import { endPause, giveUpOld, keepReceipt, pause, takeDue } from './store.ts'

/** What becomes of the SMS that providers took. */
export interface SmsReceipts {
  /** Asks for those that are due, so many at most; a provider that fails is left alone for longer each time. */
  ask(): Promise<void>
}

declare module '../../core/context.ts' {
  interface Services {
    smsReceipts: SmsReceipts
  }
}

/** Of each provider, in one run. */
const most = 100
/** Milliseconds after which a run begins no further question: a minute later there is the next. */
const patience = 45_000

export function createSmsReceipts({
  db,
  config,
  log,
}: {
  db: Database
  config: { smsUrl: string; smsUrl2?: string | undefined }
  log: Logger
}): SmsReceipts {
  // Two accounts of one provider have the same name: the one that knows the SMS tells.
  const sources = new Map<string, AskReceipt[]>()
  for (const setting of [config.smsUrl, config.smsUrl2]) {
    const { provider, askReceipt } = setting ? parseTransport(setting, 'sms') : {}
    if (provider && askReceipt) sources.set(provider, [...(sources.get(provider) ?? []), askReceipt])
  }

  async function askFor(provider: string, ways: readonly AskReceipt[], until: number): Promise<void> {
    for (let asked = 0; asked < most && performance.now() < until; asked += 1) {
      const sms = await takeDue(db.query, provider)
      if (!sms) return
      let receipt: Receipt | null
      try {
        receipt = await firstToTell(ways, sms)
      } catch (error) {
        const minutes = await pause(db.query, provider)
        const reason = (error as Error).message
        log.warn({ provider, reason, minutes }, 'an SMS provider did not say what became of SMS; asked again')
        return
      }
      if (asked === 0) await endPause(db.query, provider)
      if (receipt) await db.transaction((tx) => keepReceipt(tx, sms.id, receipt))
    }
  }

  return {
    async ask() {
      if (!sources.size) return
      await giveUpOld(db.query)
      const until = performance.now() + patience
      await Promise.all([...sources].map(([provider, ways]) => askFor(provider, ways, until)))
    },
  }
}

/** Throws where none tells and one of them fails. */
async function firstToTell(ways: readonly AskReceipt[], sms: AcceptedSms): Promise<Receipt | null> {
  let failure: unknown
  for (const ask of ways) {
    const receipt = await ask(sms).catch((error) => {
      failure = error
      return null
    })
    if (receipt) return receipt
  }
  if (failure) throw failure
  return null
}
