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

/** A member and its organization, whose row is locked. */
export interface MemberTarget {
  tenant: TenantRow
  member: MemberRow
  account: AccountRow
}

/** Derives the viewer's relations to a member from the viewer's relations to the organization. */
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

/**
 * Locks the organization and returns the member. Returns null if the viewer cannot see the organization or
 * the account is not a member.
 */
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

/**
 * Returns the error for removing the owner or changing the owner's permissions. Ownership must be transferred
 * first.
 */
export const ownerStays = () => new AppError('CONFLICT', { message: ['tenant.owner'] })

/**
 * Returns error details that contain the ids of the affected accounts, so that the caller can retry without
 * them.
 */
export const naming = (key: MessageKey, accountIds: readonly string[]) => ({
  message: [key] as const,
  fields: Object.fromEntries(accountIds.map((accountId) => [accountId, [key] as const])),
})

/** Returns the member as the target of an audit event. */
export const ofMember = (tenantId: string, accountId: string) => ({
  tenantId,
  targetType: 'account' as const,
  targetId: accountId,
})
