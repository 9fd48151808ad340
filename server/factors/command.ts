import { auditBySystem, type CommandDependencies, lockByLoginId } from '../accounts/admins/command.ts'
import type { Tx } from '../db/open.ts'
import { dropFactors } from './store.ts'

/**
 * Removes all second factors and recovery codes of an account, ends its sessions and notifies its owner.
 * Operators with shell access use this command if the owner has lost every factor and no administrator can
 * help. Returns the number of removed factors.
 */
export async function removeFactors({ db, services }: CommandDependencies, loginId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const account = await lockByLoginId(tx, loginId)
    const removed = await removeAll(tx, services, account.id)
    if (!removed) throw new Error(`${loginId} has no second factor.`)
    return removed
  })
}

/** Removes all factors of an account and returns their number. Does nothing if the account has no factor. */
export async function removeAll(
  tx: Tx,
  services: Pick<CommandDependencies['services'], 'endSessions' | 'sendMessage'>,
  accountId: string,
): Promise<number> {
  const removed = await dropFactors(tx, accountId)
  if (!removed) return 0
  await services.endSessions(tx, accountId, { reason: 'FACTORS_REMOVED' })
  await services.sendMessage(tx, { accountId, template: 'factor.reset', params: {} })
  await auditBySystem(tx, 'RemoveFactors', accountId, {})
  return removed
}
