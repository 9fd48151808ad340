import { recordAudit } from '../../core/audit.ts'
import type { Context, Services } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { emit } from '../../core/events/emit.ts'
import { type InputOf, id } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Tx } from '../../db/open.ts'
import type { CheckedCode } from '../codes.ts'
import { accountEvent } from '../events.ts'
import { checkProof, proofInput, spendProof } from '../proof.ts'
import { notifyClosureCanceled, sendNotice } from '../register.ts'
import type { AccountRow } from '../store.ts'
import { lockAmongAdmins, ofAccount } from '../target.ts'
import { isOnlyAdmin, reopen, startClosing } from './store.ts'

type Proof = InputOf<ReturnType<typeof proofInput>>

/**
 * Disables the account until its erasure and ends its sessions. The phone and username of the account stay
 * reserved. Throws CONFLICT if the account owns organizations or is the only administrator.
 */
async function close(
  tx: Tx,
  { services, request }: Pick<Context, 'services' | 'request'>,
  account: AccountRow,
  closedBy: string,
): Promise<void> {
  const names = await services.findOwnedTenantNames(tx, account.id)
  if (names.length) throw new AppError('CONFLICT', { message: ['account.owns', { names: names.join(', ') }] })
  if (await isOnlyAdmin(tx, account)) throw new AppError('CONFLICT', { message: ['account.lastAdmin'] })
  await startClosing(tx, account.id, closedBy)
  if (account.enabled) await emit(tx, [accountEvent('account.disabled', account.id)])
  await services.endSessions(tx, account.id, closedBy === account.id ? {} : { reason: 'ACCOUNT_CLOSED' })
  await sendNotice(
    { tx, services, request },
    account,
    closedBy === account.id ? 'account.closing' : 'account.closed',
  )
}

const isProof = ({ password, mobilePhoneCode }: Proof): boolean => password != null || mobilePhoneCode != null

const auditClosing = (account: AccountRow) => ({
  ...ofAccount(account),
  changes: { closing: [account.closes_at !== null, true] as const },
  always: true,
})

mutation({
  name: 'closeAccount',
  description:
    "Closes the caller's own account. `password` or `mobilePhoneCode` is required if the caller last proved their identity more than 10 minutes ago. Signing in within 15 days cancels the closure. CONFLICT if the caller owns organizations; the error message lists them. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  carriesProof: isProof,
  input: proofInput(),
  returns: 'Boolean',
  async prepare({ context, viewer, input }): Promise<CheckedCode | null> {
    return isProof(input) ? checkProof({ context, viewer, call: 'closeAccount' }, input) : null
  },
  // If the account is an administrator, lock all administrators. If two of them close their accounts at once,
  // the second call then finds that its account is the only administrator left.
  target: (tx, _input, viewer) => lockAmongAdmins(tx, viewer.accountId, viewer),

  async run({ tx, context, target: account, prepared }) {
    await spendProof(tx, account, prepared)
    await close(tx, context, account, account.id)
    return true
  },

  audit: ({ target }) => auditClosing(target),
})

mutation({
  name: 'closeOperator',
  description:
    'Closes another account. Only administrators can cancel the closure, with validOperator. Access: admin, except for their own account.',
  can: 'ACCOUNT_CLOSE',
  effects: ['CREDENTIALS'],
  input: { operatorId: id() },
  returns: 'Boolean',
  target: (tx, input, viewer) => lockAmongAdmins(tx, input.operatorId, viewer),

  async run({ tx, context, viewer, target: account }) {
    if (account.id === viewer.accountId) throw new AppError('CONFLICT', { message: ['account.closeSelf'] })
    await close(tx, context, account, viewer.accountId)
    return true
  },

  audit: ({ target }) => auditClosing(target),
})

/**
 * Cancels the closure when the owner signs in. Returns false if the owner cannot cancel it, because an
 * administrator closed the account or the waiting period is over.
 */
export async function cancelClosure(
  tx: Tx,
  services: Services,
  account: AccountRow,
  request: RequestInfo,
): Promise<boolean> {
  if (!account.closes_at || !(await reopen(tx, account.id))) return false
  await notifyClosureCanceled({ tx, services, request }, account)
  await recordAudit(tx, {
    ...ofAccount(account),
    actorId: account.id,
    action: 'TakeBackAccount',
    ip: request.ip,
    success: true,
    changes: { closing: [true, false] },
  })
  return true
}
