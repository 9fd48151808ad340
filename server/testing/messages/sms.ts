import { pino } from 'pino'
import { reachDatabase } from '../../db/open.ts'
import { storeReceipt } from '../../notifications/receipts/store.ts'

const reach = (dataDir: string) => reachDatabase({ url: undefined, dataDir, log: pino({ level: 'silent' }) })

/**
 * Returns the ids of the SMS that the server with this data folder has sent, newest first. The server must be
 * running.
 */
export async function sentSms(dataDir: string): Promise<string[]> {
  await using db = await reach(dataDir)
  const query = db.query.selectFrom('sms').select('id').where('status', '=', 'SENT')
  return (await query.orderBy('ended_at', 'desc').execute()).map(({ id }) => id)
}

/**
 * Stores delivery receipts as if the provider had reported them: the SMS `arrived` was delivered, and the SMS
 * `lost` was not.
 */
export async function receiptsCome(dataDir: string, arrived: string, lost: string): Promise<void> {
  await using db = await reach(dataDir)
  await db.transaction(async (tx) => {
    await storeReceipt(tx, arrived, { status: 'RECEIVED', reason: null })
    await storeReceipt(tx, lost, { status: 'UNDELIVERED', reason: 'MK:0013' })
  })
}
