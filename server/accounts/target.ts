import { allowed, type Relation } from '../../contract/permissions.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import type { Target } from '../core/operation.ts'
import { demand, platformRelations, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { type AccountRow, lockAccount } from './store.ts'

/** What the viewer is towards an account, their own included. */
export function relationsToAccount(viewer: Viewer, account: AccountRow): Relation[] {
  const holds = (code: string) => viewer.authCodes.includes(code)
  const manages = holds('account_management') && !account.admin && account.auth_codes.every(holds)
  return [
    ...(manages ? (['accountManager'] as const) : []),
    ...(account.id === viewer.accountId ? (['self'] as const) : []),
  ]
}

/** Whether the viewer may change, disable and enable it. */
export const mayManage = (viewer: Viewer, account: AccountRow): boolean =>
  allowed('ACCOUNT_MANAGE', new Set([...platformRelations(viewer), ...relationsToAccount(viewer, account)]))

/**
 * The account that a mutation is about, locked; null where there is none. Throws FORBIDDEN, whether or not there is one,
 * for those to whom accounts are not open.
 */
export async function lockOperator(tx: Tx, id: string, viewer: Viewer): Promise<Target<AccountRow> | null> {
  demand('ACCOUNT_READ', viewer)
  const row = isId(id) ? await lockAccount(tx, id) : undefined
  if (!row || row.erased_at) return null
  if (row.closes_at) throw new AppError('CONFLICT', { message: ['account.closing'] })
  return { row, relations: relationsToAccount(viewer, row) }
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
