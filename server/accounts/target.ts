import type { Relation } from '../../contract/permissions.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import type { Target } from '../core/operation.ts'
import { may, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { canRemoveFactors } from './rights.ts'
import { findAdminsAround } from './status/store.ts'
import { type AccountRow, lockAccount, lockAccounts } from './store.ts'

/** Returns the relations of the viewer to an account, which can be the viewer's own. */
function relationsToAccount(viewer: Viewer, account: AccountRow): Relation[] {
  const holds = (code: string) => viewer.authCodes.includes(code)
  const covered = !account.admin && account.auth_codes.every(holds)
  return [
    ...(covered && holds('account_management') ? (['accountManager'] as const) : []),
    ...(covered && holds('security_management') ? (['securityManager'] as const) : []),
    ...(account.id === viewer.accountId ? (['self'] as const) : []),
  ]
}

/** Whether the viewer can change, disable and enable the account. */
export const mayManage = (viewer: Viewer, account: AccountRow): boolean =>
  may(viewer, 'ACCOUNT_MANAGE', relationsToAccount(viewer, account))

/**
 * Whether only administrators can set the account's phone and password, because the account can remove second
 * factors. Removing a factor requires two people. If one of them could set the password of the other, one
 * person could act as both.
 */
export const isSecurityPeer = (viewer: Viewer, account: AccountRow): boolean =>
  account.id !== viewer.accountId && canRemoveFactors(account)

/**
 * Whether the viewer can reset the account's password. Does not check whether the account owns or manages an
 * organization.
 */
export const mayReset = (viewer: Viewer, account: AccountRow): boolean =>
  may(viewer, 'ACCOUNT_RESET', relationsToAccount(viewer, account)) &&
  (viewer.admin || !isSecurityPeer(viewer, account))

/**
 * Whether the viewer can request the removal of the account's second factors. A second person must confirm
 * the removal.
 */
export const mayRemoveFactors = (viewer: Viewer, account: AccountRow): boolean =>
  may(viewer, 'ACCOUNT_FACTORS', relationsToAccount(viewer, account))

/**
 * Locks and returns the account that a mutation changes, or null if it does not exist. Throws CONFLICT if the
 * account is being closed.
 */
export async function lockTarget(tx: Tx, id: string, viewer: Viewer): Promise<Target<AccountRow> | null> {
  const row = isId(id) ? await lockAccount(tx, id) : undefined
  if (!row || row.erased_at) return null
  if (row.closes_at) throw new AppError('CONFLICT', { message: ['account.closing'] })
  return { row, relations: relationsToAccount(viewer, row) }
}

/**
 * Locks and returns the accounts that exist. If one of them is an administrator, also locks all enabled
 * administrators, including the caller. If two administrators disable each other at once, the second call
 * then finds that its caller is disabled. Nobody can disable their own account, so at least the caller of the
 * first call remains enabled.
 */
export async function lockWithAdmins(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  const known = new Set(ids.filter(isId).map((each) => each.toLowerCase()))
  if (!known.size) return []
  const admins = await findAdminsAround(tx, [...known])
  const rows = await lockAccounts(tx, [...new Set([...known, ...admins])])
  return rows.filter((row) => known.has(row.id) && !row.erased_at)
}

/** Like `lockWithAdmins`, for one account. Also accepts an account that is being closed. */
export async function lockAmongAdmins(
  tx: Tx,
  id: string,
  viewer: Viewer,
): Promise<Target<AccountRow> | null> {
  const [row] = await lockWithAdmins(tx, [id])
  return row ? { row, relations: relationsToAccount(viewer, row) } : null
}

export async function lockOwn(tx: Tx, _input: unknown, viewer: Viewer): Promise<Target<AccountRow> | null> {
  const row = await lockAccount(tx, viewer.accountId)
  return row ? { row, relations: ['self'] } : null
}

export const ofAccount = ({ id }: AccountRow) => ({
  tenantId: id,
  targetType: 'account' as const,
  targetId: id,
})
