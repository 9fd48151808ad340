import type { Services } from '../../core/context.ts'
import type { Database } from '../../db/open.ts'
import { removeAll } from '../command.ts'
import { dropLapsed, findDue, takeDue } from './store.ts'

/** Removes the second factors whose day is over, and what nobody has confirmed in time. */
export async function removeDueFactors(
  db: Database,
  services: Pick<Services, 'endSessions' | 'sendMessage'>,
): Promise<void> {
  await dropLapsed(db.query)
  for (const accountId of await findDue(db.query))
    await db.transaction(async (tx) => {
      if (await takeDue(tx, accountId)) await removeAll(tx, services, accountId)
    })
}
