import type { Logger } from 'pino'
import type { Database } from '../../db/open.ts'
import { parseTransport } from '../transports/parse.ts'
import type { AcceptedSms, FetchReceipt, Receipt } from '../transports/transport.ts'
import { abandonOldSms, claimDueSms, endPause, pause, storeReceipt } from './store.ts'

export interface SmsReceipts {
  /**
   * Fetches the receipts that are due, up to a limit per run. A failing provider is paused, for longer each
   * time.
   */
  poll(): Promise<void>
}

/** Receipts of one provider in one run. */
const maxPerRun = 100
/**
 * Milliseconds after which a run sends no further requests. The next run starts a minute after this run
 * started.
 */
const runTimeout = 45_000

export function createSmsReceipts({
  db,
  config,
  log,
}: {
  db: Database
  config: { smsUrl: string; smsUrl2?: string | undefined }
  log: Logger
}): SmsReceipts {
  // Two accounts at one provider share a name, so each is asked for a receipt until one knows the SMS.
  const sources = new Map<string, FetchReceipt[]>()
  for (const setting of [config.smsUrl, config.smsUrl2]) {
    const { provider, fetchReceipt } = setting ? parseTransport(setting, 'sms') : {}
    if (provider && fetchReceipt) sources.set(provider, [...(sources.get(provider) ?? []), fetchReceipt])
  }

  async function fetchReceipts(
    provider: string,
    accounts: readonly FetchReceipt[],
    until: number,
  ): Promise<void> {
    for (let count = 0; count < maxPerRun && performance.now() < until; count += 1) {
      const sms = await claimDueSms(db.query, provider)
      if (!sms) return
      let receipt: Receipt | null
      try {
        receipt = await firstReceipt(accounts, sms)
      } catch (error) {
        const minutes = await pause(db.query, provider)
        const reason = (error as Error).message
        log.warn({ provider, reason, minutes }, 'receipt query failed, the SMS provider is paused')
        return
      }
      if (count === 0) await endPause(db.query, provider)
      if (receipt) await db.transaction((tx) => storeReceipt(tx, sms.id, receipt))
    }
  }

  return {
    async poll() {
      if (!sources.size) return
      await abandonOldSms(db.query)
      const until = performance.now() + runTimeout
      await Promise.all([...sources].map(([provider, accounts]) => fetchReceipts(provider, accounts, until)))
    },
  }
}

/** Returns the first receipt that a source has. Throws if no source has one and a request failed. */
async function firstReceipt(accounts: readonly FetchReceipt[], sms: AcceptedSms): Promise<Receipt | null> {
  let failure: unknown
  for (const fetchReceipt of accounts) {
    const receipt = await fetchReceipt(sms).catch((error) => {
      failure = error
      return null
    })
    if (receipt) return receipt
  }
  if (failure) throw failure
  return null
}
