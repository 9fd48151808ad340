import { auditByNobody, type CommandParts, lockNamed } from '../accounts/admins/command.ts'
import type { Tx } from '../db/open.ts'
import { dropFactors } from './store.ts'

/**
 * For who has a shell on the server, where somebody has lost what they sign in with and no administrator is left to help:
 * every second factor of an account and its recovery codes go, its sessions end, it is told. Answers how many factors.
 */
export async function removeFactors({ db, services }: CommandParts, loginId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const account = await lockNamed(tx, loginId)
    const removed = await removeAll(tx, services, account.id)
    if (!removed) throw new Error(`${loginId} has no second factor.`)
    return removed
  })
}

/** Of one account; answers how many. With none nothing happens. */
export async function removeAll(
  tx: Tx,
  services: Pick<CommandParts['services'], 'endSessions' | 'sendMessage'>,
  accountId: string,
): Promise<number> {
  const removed = await dropFactors(tx, accountId)
  if (!removed) return 0
  await services.endSessions(tx, accountId, { reason: 'FACTORS_REMOVED' })
  await services.sendMessage(tx, { accountId, template: 'factor.reset', params: {} })
  await auditByNobody(tx, 'RemoveFactors', accountId, {})
  return removed
}
