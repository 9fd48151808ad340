import { limits } from '../../contract/limits.ts'
import type { Context } from '../core/context.ts'
import type { PermissionInput } from '../core/operation.ts'
import { assertAllowed, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { AccountRow } from './store.ts'
import { isSecurityPeer } from './target.ts'

// Limits how often a phone, password or email address can be changed. Each change sends an SMS, which costs
// money.

interface Call {
  tx: Tx
  context: Pick<Context, 'services'>
  viewer: Viewer
}

/**
 * Throws FORBIDDEN unless the viewer can set the phone and password of the account. The account can be the
 * viewer's own.
 */
export async function permitCredentials(call: PermissionInput<unknown, AccountRow>): Promise<void> {
  const { tx, services, viewer, target: account, relations } = call
  const managesNoOrganization = async () =>
    !(await services.findOrganizationManagers(tx, [account.id])).has(account.id)
  const hasRelation = relations.includes('accountManager') || relations.includes('securityManager')
  const canManage =
    hasRelation &&
    (relations.includes('self') || (!isSecurityPeer(viewer, account) && (await managesNoOrganization())))
  assertAllowed('ACCOUNT_CREDENTIALS', viewer, canManage ? ['credentialsManager'] : [])
}

/**
 * Counts a staff change to an account against two limits: one per viewer and one per account. Throws
 * RATE_LIMITED if one of them is reached.
 */
export async function countStaffChange(
  { tx, context: { services }, viewer }: Call,
  account: AccountRow,
): Promise<void> {
  const { perDay, byOnePerHour: max } = limits.credentials
  await services.limiter.take(
    tx,
    { kind: 'credentials.by', subject: viewer.accountId, max, window: 3_600 },
    { kind: 'credentials.of', subject: account.id, max: perDay, window: 86_400 },
  )
}

/**
 * Counts a change that owners make to their own account. This limit is separate from the staff limit, so that
 * staff can still help an owner who has reached it.
 */
export const countOwnerChange = ({ tx, context: { services }, viewer }: Call): Promise<void> =>
  services.limiter.take(tx, {
    kind: 'credentials.own',
    subject: viewer.accountId,
    max: limits.credentials.perDay,
    window: 86_400,
  })
