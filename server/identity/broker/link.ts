import type { BrokerError } from '../../../contract/identity-sources.ts'
import { findAccount } from '../../accounts/store.ts'
import { recordAudit } from '../../core/audit.ts'
import type { Services } from '../../core/context.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Database, Tx } from '../../db/open.ts'
import { deleteIdentity, findIdentity, insertIdentity, isReassigned } from '../sources/identities.store.ts'
import { notifyIdentityChanged } from '../sources/notify.ts'
import type { SourceRow } from '../sources/store.ts'
import type { ProvidedIdentity } from './provider.ts'
import { isAdmitted, readTicket, type TicketCall } from './sign-in.ts'
import { spendSignIn } from './store.ts'

interface NewLink {
  accountId: string
  source: SourceRow
  identity: ProvidedIdentity
  request: RequestInfo
  /** Whether the identity is also used to sign in now. */
  used: boolean
}

/**
 * Links an identity to an account, records the link in the audit log and notifies the account. Returns the
 * reason if linking is not possible, otherwise null. Has no effect if the identity is already linked to this
 * account.
 */
export async function linkIdentity(
  tx: Tx,
  services: Services,
  { accountId, source, identity, request, used }: NewLink,
): Promise<BrokerError | null> {
  const account = await findAccount(tx, accountId)
  if (!account?.enabled || !source.enabled) return 'disabled'
  if (!(await isAdmitted(tx, source, accountId))) return 'disabled'
  const linked = await findIdentity(tx, source.id, identity.subject)
  if (linked?.account_id === accountId) return null
  if (linked) {
    if (!isReassigned(source, linked, identity)) return 'taken'
    // The provider has assigned the identity to another person, so it is unlinked from the previous account.
    const former = await findAccount(tx, linked.account_id)
    await deleteIdentity(tx, linked)
    if (former) {
      await notifyIdentityChanged({ tx, services, request }, former, 'identity.unlinked', source.name)
      await recordAudit(tx, {
        ...{ tenantId: former.id, actorId: null, action: 'UnlinkIdentity', ip: null, success: true },
        ...{ targetType: 'account', targetId: former.id, changes: { identity: [source.name, null] } },
      })
    }
  }
  const created = await insertIdentity(tx, { sourceId: source.id, accountId, provided: identity, used })
  if (!created) return 'taken'
  await notifyIdentityChanged({ tx, services, request }, account, 'identity.linked', source.name)
  await recordAudit(tx, {
    ...{ tenantId: accountId, actorId: accountId, action: 'LinkIdentity', ip: request.ip, success: true },
    ...{ targetType: 'account', targetId: accountId, changes: { identity: [null, source.name] } },
  })
  return null
}

/**
 * Links the identity of a ticket to the account that has just signed in. Returns false if linking is not
 * possible. The sign-in itself remains valid.
 */
export async function linkTicket(
  { db, services }: { db: Database; services: () => Services },
  { accountId, ...call }: Pick<TicketCall, 'ticket' | 'cookie' | 'request'> & { accountId: string },
): Promise<boolean> {
  const open = await readTicket(db.query, call).catch(() => null)
  if (!open) return false
  const { source, identity, row } = open
  return db.transaction(async (tx) => {
    if (!(await spendSignIn(tx, row.id))) return false
    const { request } = call
    return (await linkIdentity(tx, services(), { accountId, source, identity, request, used: true })) === null
  })
}
