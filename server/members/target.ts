import type { Relation } from '../../contract/permissions.ts'
import { type AccountRow, findAccount } from '../accounts/store.ts'
import { isId } from '../core/id.ts'
import type { Target } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { findSeat, lockTarget } from '../tenants/relations.ts'
import type { SeatRow } from '../tenants/seats.ts'
import type { TenantRow } from '../tenants/store.ts'

/** One member of an organization whose row is locked. */
export interface MemberTarget {
  tenant: TenantRow
  seat: SeatRow
  account: AccountRow
}

/** What the viewer is towards one member, from what they are towards the organization. */
export function relationsToMember(
  towardsTenant: Iterable<Relation>,
  tenant: TenantRow,
  seat: SeatRow,
  viewer: Viewer,
): Relation[] {
  const relations = [...towardsTenant]
  const leads = seat.manager || tenant.owner_id === seat.operator_id
  if (relations.includes('owner') || (relations.includes('manager') && !leads)) relations.push('superior')
  if (seat.operator_id === viewer.accountId && relations.includes('member')) relations.push('self')
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
  const seat = await findSeat(tx, tenant.id, operatorId)
  const account = seat && (await findAccount(tx, operatorId))
  if (!account) return null
  return { row: { tenant, seat, account }, relations: relationsToMember(relations, tenant, seat, viewer) }
}

export const isOwner = ({ tenant, seat }: Pick<MemberTarget, 'tenant' | 'seat'>): boolean =>
  tenant.owner_id === seat.operator_id

/** Of an audit row about one member. */
export const ofMember = (tenantId: string, operatorId: string) => ({
  tenantId,
  targetType: 'account' as const,
  targetId: operatorId,
})
