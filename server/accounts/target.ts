import type { Relation } from '../../contract/permissions.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import type { Target } from '../core/operation.ts'
import { may, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { removesFactors } from './rights.ts'
import { findAdminsAround } from './status/store.ts'
import { type AccountRow, lockAccount, lockAccounts } from './store.ts'

/** What the viewer is towards an account, their own included. */
function relationsToAccount(viewer: Viewer, account: AccountRow): Relation[] {
  const holds = (code: string) => viewer.authCodes.includes(code)
  const covered = !account.admin && account.auth_codes.every(holds)
  return [
    ...(covered && holds('account_management') ? (['accountManager'] as const) : []),
    ...(covered && holds('security_management') ? (['securityManager'] as const) : []),
    ...(account.id === viewer.accountId ? (['self'] as const) : []),
  ]
}

/** Whether the viewer may change, disable and enable it. */
export const mayManage = (viewer: Viewer, account: AccountRow): boolean =>
  may(viewer, 'ACCOUNT_MANAGE', relationsToAccount(viewer, account))

/**
 * Whether its phone and password are for administrators alone to set: of two people who remove second factors together, one
 * must not be able to sign in as the other.
 */
export const isSecurityPeer = (viewer: Viewer, account: AccountRow): boolean =>
  account.id !== viewer.accountId && removesFactors(account)

/** Whether the viewer may reset its password, unless it runs an organization. */
export const mayReset = (viewer: Viewer, account: AccountRow): boolean =>
  may(viewer, 'ACCOUNT_RESET', relationsToAccount(viewer, account)) &&
  (viewer.admin || !isSecurityPeer(viewer, account))

/** Whether the viewer may, with another, remove its second factors. */
export const mayRemoveFactors = (viewer: Viewer, account: AccountRow): boolean =>
  may(viewer, 'ACCOUNT_FACTORS', relationsToAccount(viewer, account))

/** The account that a mutation is about, locked; null where there is none. */
export async function lockTarget(tx: Tx, id: string, viewer: Viewer): Promise<Target<AccountRow> | null> {
  const row = isId(id) ? await lockAccount(tx, id) : undefined
  if (!row || row.erased_at) return null
  if (row.closes_at) throw new AppError('CONFLICT', { message: ['account.closing'] })
  return { row, relations: relationsToAccount(viewer, row) }
}

/**
 * Those of the accounts that exist, locked. Where one is an administrator, every enabled administrator is locked with
 * it, the caller too: of two who disable one another at once, the second finds itself disabled. As nobody disables their
 * own account, the caller is an enabled administrator that stays.
 */
export async function lockWithAdmins(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  const known = new Set(ids.filter(isId).map((each) => each.toLowerCase()))
  if (!known.size) return []
  const admins = await findAdminsAround(tx, [...known])
  const rows = await lockAccounts(tx, [...new Set([...known, ...admins])])
  return rows.filter((row) => known.has(row.id) && !row.erased_at)
}

/** As lockWithAdmins, one; one that is being closed too. */
export async function lockAmongAdmins(
  tx: Tx,
  id: string,
  viewer: Viewer,
): Promise<Target<AccountRow> | null> {
  const [row] = await lockWithAdmins(tx, [id])
  return row ? { row, relations: relationsToAccount(viewer, row) } : null
}

/** The viewer's own account, locked. */
export async function lockOwn(tx: Tx, _input: unknown, viewer: Viewer): Promise<Target<AccountRow> | null> {
  const row = await lockAccount(tx, viewer.accountId)
  return row ? { row, relations: ['self'] } : null
}

/** Of an audit row about an account as such. */
export const ofAccount = ({ id }: AccountRow) => ({
  tenantId: id,
  targetType: 'account' as const,
  targetId: id,
})
