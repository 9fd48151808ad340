import type { Services } from '../../core/context.ts'
import type { Database } from '../../db/open.ts'
import { removeAll } from '../command.ts'
import { claimDue, dropExpired, findDue } from './store.ts'

/**
 * Removes the second factors of accounts for which the waiting period of a confirmed request is over. Deletes
 * requests that were not confirmed in time.
 */
export async function removeDueFactors(
  db: Database,
  services: Pick<Services, 'endSessions' | 'sendMessage'>,
): Promise<void> {
  await dropExpired(db.query)
  for (const accountId of await findDue(db.query))
    await db.transaction(async (tx) => {
      if (await claimDue(tx, accountId)) await removeAll(tx, services, accountId)
    })
}
