import { auditByNobody, type CommandParts, lockNamed } from '../accounts/admins/command.ts'
import { dropFactors } from './store.ts'

/**
 * For who has a shell on the server, where somebody has lost what they sign in with and no administrator is left to help:
 * every second factor of an account and its recovery codes go, its sessions end, it is told. Answers how many factors.
 */
export async function removeFactors({ db, services }: CommandParts, loginId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const account = await lockNamed(tx, loginId)
    const removed = await dropFactors(tx, account.id)
    if (!removed) throw new Error(`${loginId} has no second factor.`)
    await services.endSessions(tx, account.id)
    await services.sendMessage(tx, { accountId: account.id, template: 'factor.reset', params: {} })
    await auditByNobody(tx, 'RemoveFactors', account.id, {})
    return removed
  })
}
