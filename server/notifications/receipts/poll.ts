import type { Logger } from 'pino'
import type { Database } from '../../db/open.ts'
import { parseTransport } from '../transports/parse.ts'
import type { AcceptedSms, FetchReceipt, Receipt } from '../transports/transport.ts'
import { abandonOldSms, claimDueSms, endPause, pause, storeReceipt } from './store.ts'

export interface SmsReceipts {
  /**
   * Fetches due receipts, up to a limit per run. Pauses a failing provider, for longer after each failure.
   */
  poll(): Promise<void>
}

/** Maximum number of receipt queries to one provider per run. */
const maxPerRun = 100
/** Milliseconds after which a run sends no more queries. A run starts every minute. */
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
  // If both settings use the same provider with two accounts, both accounts have the same key. The accounts
  // are queried one after the other until one of them knows the SMS.
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
        log.warn(
          { provider, reason, minutes },
          'could not query delivery receipts; queries to this SMS provider are paused',
        )
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

/**
 * Queries the provider accounts in order and returns the first receipt. Throws if no account has a receipt
 * and a request failed.
 */
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
