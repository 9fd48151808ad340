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

/** Reads any organization: administrators, and those who keep the list or certify. */
export function readsEveryTenant(viewer: Pick<Viewer, 'admin' | 'authCodes'>): boolean {
  const relations = platformRelations(viewer)
  return relations.has('admin') || relations.has('organization_list') || relations.has('certification_audit')
}

type Joined = Pick<MemberRow, 'manager' | 'factor_accepted'> | undefined

/** As isPending of members.ts. */
export const isPendingMember = (viewer: Viewer, tenant: TenantRow, member: Joined): boolean =>
  tenant.factor_required &&
  member !== undefined &&
  !member.factor_accepted &&
  !viewer.secondFactor &&
  !viewer.admin

/** What the viewer is towards an organization; `member` is theirs in it. */
export function relationsToTenant(viewer: Viewer, tenant: TenantRow, member: Joined): Relation[] {
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

/** Whether an organization exists for the viewer. */
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
 * The organization that a mutation is about, locked; null where it does not exist for the viewer. Throws CONFLICT for a
 * personal one, on which there is none of these mutations.
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
  // Read behind the lock: who is a member does not change any more until this transaction ends.
  const relations = relationsToTenant(viewer, row, await findMember(tx, id, viewer.accountId))
  return sees(viewer, relations) ? { row, relations } : null
}

/** What a viewer is towards an organization that is only read; null where it does not exist for them. */
export async function readRelations(
  db: Reader,
  tenant: TenantRow,
  viewer: Viewer,
): Promise<Relation[] | null> {
  if (tenant.personal) return tenant.id === viewer.accountId ? ['self'] : null
  const relations = relationsToTenant(viewer, tenant, await findMember(db, tenant.id, viewer.accountId))
  return sees(viewer, relations) ? relations : null
}
