import { recordAudit } from '../../core/audit.ts'
import type { Context, Services } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { accountEvent, emit } from '../../core/events/emit.ts'
import { type Checked, id } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Tx } from '../../db/open.ts'
import type { CheckedCode } from '../codes.ts'
import { checkProof, proofInput, spendProof } from '../proof.ts'
import { sendNotice, sendTakenBack } from '../register.ts'
import type { AccountRow } from '../store.ts'
import { lockAmongAdmins, ofAccount } from '../target.ts'
import { beginClosing, isOnlyAdmin, reopen } from './store.ts'

declare module '../../core/context.ts' {
  interface Services {
    /** Names of the organizations that an account owns or applies for, at most `limits.nested`. */
    namesOfOwned(tx: Tx, accountId: string): Promise<string[]>
  }
}

type Proof = Checked<ReturnType<typeof proofInput>>

/** Its sessions end, its phone and names stay taken. Throws CONFLICT where others depend on it. */
async function close(
  tx: Tx,
  { services, request }: Pick<Context, 'services' | 'request'>,
  account: AccountRow,
  closedBy: string,
): Promise<void> {
  const names = await services.namesOfOwned(tx, account.id)
  if (names.length) throw new AppError('CONFLICT', { message: ['account.owns', { names: names.join(', ') }] })
  if (await isOnlyAdmin(tx, account)) throw new AppError('CONFLICT', { message: ['account.lastAdmin'] })
  await beginClosing(tx, account.id, closedBy)
  if (account.enabled) await emit(tx, [accountEvent('account.disabled', account.id)])
  await services.endSessions(tx, account.id, closedBy === account.id ? {} : { reason: 'ACCOUNT_CLOSED' })
  await sendNotice(
    { tx, services, request },
    account,
    closedBy === account.id ? 'account.closing' : 'account.closed',
  )
}

const isProof = ({ password, mobilePhoneCode }: Proof): boolean => password != null || mobilePhoneCode != null

const closing = (account: AccountRow) => ({
  ...ofAccount(account),
  changes: { closing: [account.closes_at !== null, true] as const },
  always: true,
})

mutation({
  name: 'closeAccount',
  description:
    "asks for one's own account to be closed: password, or a phone code where there is none. 15 days in which signing in takes it back. An owner of an organization: CONFLICT with their names. who: signed in",
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  carriesProof: isProof,
  input: proofInput(),
  returns: 'Boolean',
  async prepare({ context, viewer, input }): Promise<CheckedCode | null> {
    return isProof(input) ? checkProof({ context, viewer, call: 'closeAccount' }, input) : null
  },
  // With every administrator where it is one: of two who close their accounts at once, the second is the last.
  target: (tx, _input, viewer) => lockAmongAdmins(tx, viewer.accountId, viewer),

  async run({ tx, context, target: account, prepared }) {
    await spendProof(tx, account, prepared)
    await close(tx, context, account, account.id)
    return true
  },

  audit: ({ target }) => closing(target),
})

mutation({
  name: 'closeOperator',
  description:
    'the same for another account, which an administrator alone takes back by validOperator; not oneself. who: admin',
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

  audit: ({ target }) => closing(target),
})

/** Of who signs in to their own account while it is being closed; false where that is not theirs to take back. */
export async function takeBack(
  tx: Tx,
  services: Services,
  account: AccountRow,
  request: RequestInfo,
): Promise<boolean> {
  if (!account.closes_at || !(await reopen(tx, account.id))) return false
  await sendTakenBack({ tx, services, request }, account)
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
