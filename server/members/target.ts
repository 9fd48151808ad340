import type { MessageKey } from '../../contract/errors.ts'
import type { Relation } from '../../contract/permissions.ts'
import { type AccountRow, findAccount } from '../accounts/store.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import type { Target } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { MemberRow } from '../tenants/members.ts'
import { findMember, lockTarget } from '../tenants/relations.ts'
import type { TenantRow } from '../tenants/store.ts'

/** One member of an organization whose row is locked. */
export interface MemberTarget {
  tenant: TenantRow
  member: MemberRow
  account: AccountRow
}

/** What the viewer is towards one member, from what they are towards the organization. */
export function relationsToMember(
  towardsTenant: Iterable<Relation>,
  tenant: TenantRow,
  member: MemberRow,
  viewer: Viewer,
): Relation[] {
  const relations = [...towardsTenant]
  const leads = member.manager || tenant.owner_id === member.account_id
  if (relations.includes('owner') || (relations.includes('manager') && !leads)) relations.push('superior')
  if (member.account_id === viewer.accountId && relations.includes('member')) relations.push('self')
  return relations
}

/** null where the organization does not exist for the viewer, or the account is no member of it. */
export async function lockMember(
  tx: Tx,
  { tenantId, operatorId }: { tenantId: string; operatorId: string },
  viewer: Viewer,
): Promise<Target<MemberTarget> | null> {
  const target = await lockTarget(tx, tenantId, viewer)
  if (!target || !isId(operatorId)) return null
  const { row: tenant, relations } = target
  const member = await findMember(tx, tenant.id, operatorId)
  const account = member && (await findAccount(tx, operatorId))
  if (!account) return null
  return { row: { tenant, member, account }, relations: relationsToMember(relations, tenant, member, viewer) }
}

export const isOwner = ({ tenant, member }: Pick<MemberTarget, 'tenant' | 'member'>): boolean =>
  tenant.owner_id === member.account_id

/** The owner leaves, and is made less, by handing over alone. */
export const ownerStays = () => new AppError('CONFLICT', { message: ['tenant.owner'] })

/** Of several members those that a refusal is about, so that the caller can go on without them. */
export const naming = (key: MessageKey, accountIds: readonly string[]) => ({
  message: [key] as const,
  fields: Object.fromEntries(accountIds.map((accountId) => [accountId, [key] as const])),
})

/** Of an audit row about one member. */
export const ofMember = (tenantId: string, accountId: string) => ({
  tenantId,
  targetType: 'account' as const,
  targetId: accountId,
})

declare module '../core/context.ts' {
  interface Services {
    /** The owner is told of what they have made that stays behind. */
    membersLeft(tx: Tx, tenantId: string, accountIds: readonly string[]): Promise<void>
  }
}
