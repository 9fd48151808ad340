import type { Kysely } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import type { Target } from '../core/operation.ts'
import { platformRelations, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { MemberRow } from './members.ts'
import { lockTenant, type TenantRow } from './store.ts'

type Reader = Kysely<Tables>

/**
 * Whether the viewer can read every organization. This is the case for administrators and for holders of
 * organization_list or certification_audit.
 */
export function readsEveryTenant(viewer: Pick<Viewer, 'admin' | 'authCodes'>): boolean {
  const relations = platformRelations(viewer)
  return relations.has('admin') || relations.has('organization_list') || relations.has('certification_audit')
}

type LoadedMember = Pick<MemberRow, 'manager' | 'factor_accepted'> | undefined

/**
 * Whether the viewer's membership is pending. Implements the condition of isPending in members.ts for loaded
 * rows.
 */
export const isPendingMember = (viewer: Viewer, tenant: TenantRow, member: LoadedMember): boolean =>
  tenant.factor_required &&
  member !== undefined &&
  !member.factor_accepted &&
  !viewer.secondFactor &&
  !viewer.admin

/** Returns the viewer's relations to an organization. `member` is the viewer's membership. */
export function relationsToTenant(viewer: Viewer, tenant: TenantRow, member: LoadedMember): Relation[] {
  const owner = tenant.owner_id === viewer.accountId
  if (isPendingMember(viewer, tenant, member)) return ['pendingMember']
  const relations: Relation[] = []
  if (viewer.authCodes.includes('certification_audit') && !owner) relations.push('reviewer')
  if (tenant.status === 'FINISH') {
    if (owner) relations.push('owner')
    if (member?.manager) relations.push('manager')
    if (owner || member) relations.push('member')
  } else if (tenant.status === 'EXPIRED') {
    if (owner || member) relations.push('expiredMember')
  } else if (owner) relations.push('applicant')
  if (owner && tenant.member_count === 1 && (tenant.status === 'FINISH' || tenant.status === 'EXPIRED'))
    relations.push('soleMember')
  return relations
}

/** Whether the viewer can see the organization. */
export const sees = (viewer: Viewer, relations: readonly Relation[]): boolean =>
  readsEveryTenant(viewer) ||
  relations.some((relation) => ['member', 'expiredMember', 'pendingMember', 'applicant'].includes(relation))

export const findMember = (db: Reader, tenantId: string, accountId: string): Promise<MemberRow | undefined> =>
  db
    .selectFrom('member')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/**
 * Locks the organization that a mutation changes. Returns null if the viewer cannot see the organization.
 * Throws CONFLICT for a personal organization, which does not support these mutations.
 */
export async function lockTarget(
  tx: Tx,
  id: string,
  viewer: Viewer,
): Promise<Required<Target<TenantRow>> | null> {
  const row = isId(id) ? await lockTenant(tx, id) : undefined
  if (!row) return null
  if (row.personal) {
    if (row.id !== viewer.accountId && !readsEveryTenant(viewer)) return null
    throw new AppError('CONFLICT', { message: ['tenant.personal'] })
  }
  // Read the membership after locking the organization, so that it cannot change before the transaction ends.
  const relations = relationsToTenant(viewer, row, await findMember(tx, id, viewer.accountId))
  return sees(viewer, relations) ? { row, relations } : null
}

/**
 * Returns the viewer's relations to an organization without locking it. Returns null if the viewer cannot see
 * the organization.
 */
export async function readRelations(
  db: Reader,
  tenant: TenantRow,
  viewer: Viewer,
): Promise<Relation[] | null> {
  if (tenant.personal) return tenant.id === viewer.accountId ? ['self'] : null
  const relations = relationsToTenant(viewer, tenant, await findMember(db, tenant.id, viewer.accountId))
  return sees(viewer, relations) ? relations : null
}
