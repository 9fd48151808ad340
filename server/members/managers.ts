import { limits } from '../../contract/limits.ts'
import type { Services } from '../core/context.ts'
import { isId } from '../core/id.ts'
import { id, listOf } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { type MemberRow, setManagers } from '../tenants/members.ts'
import { lockTarget } from '../tenants/relations.ts'
import { assertConfirmed } from '../tenants/rules.ts'
import { readTenant, type TenantRow } from '../tenants/store.ts'
import { Tenant } from '../tenants/types.ts'
import { revokeJoinCodes } from './join-codes.ts'
import { findMembers } from './store.ts'
import { isOwner, lockMember, ofMember, ownerStays } from './target.ts'

interface Members {
  tenant: TenantRow
  members: readonly MemberRow[]
}

/**
 * Grants or removes the manager role of several members. Throws CONFLICT if the organization's status is not
 * FINISH, or if the owner is among the members.
 */
async function setManagersOf(
  { tx, context: { services } }: { tx: Tx; context: { services: Services } },
  { tenant, members }: Members,
  manager: boolean,
): Promise<TenantRow> {
  assertConfirmed(tenant)
  if (members.some((member) => isOwner({ tenant, member }))) throw ownerStays()
  const ids = members.map(({ account_id }) => account_id)
  await saveManagers(tx, services, tenant, ids, manager)
  return readTenant(tx, tenant.id)
}

/**
 * Grants or removes the manager role. Removing the role revokes the invitations that the manager has created.
 * Accounts whose role does not change get no message.
 */
export async function saveManagers(
  tx: Tx,
  services: Services,
  tenant: TenantRow,
  accountIds: readonly string[],
  manager: boolean,
): Promise<void> {
  const changed = await setManagers(tx, tenant.id, accountIds, manager)
  if (!changed.length) return
  if (!manager) await revokeJoinCodes(tx, tenant.id, { creatorIds: changed })
  await services.sendMessage(tx, {
    accountId: changed,
    template: 'member.roleChanged',
    params: { tenant: tenant.name, role: manager ? 'manager' : 'member' },
    link: '/accountInfo/index',
  })
}

const auditOf = ({ tenant, members }: Members, manager: boolean) =>
  members.map((member) => ({
    ...ofMember(tenant.id, member.account_id),
    changes: { manager: [member.manager, manager] as const },
  }))

async function lockMembers(
  tx: Tx,
  { tenantId, operatorIds }: { tenantId: string; operatorIds: string[] },
  viewer: Viewer,
) {
  const target = await lockTarget(tx, tenantId, viewer)
  if (!target) return null
  const members = await findMembers(tx, target.row.id, operatorIds.filter(isId))
  return { row: { tenant: target.row, members }, relations: target.relations }
}

const one = { tenantId: id(), operatorId: id() }
const several = { tenantId: id(), operatorIds: listOf(id(), limits.batch) }

const asMembers = ({ tenant, member }: { tenant: TenantRow; member: MemberRow }): Members => ({
  tenant,
  members: [member],
})

mutation({
  name: 'addTenantManager',
  description: 'Makes a member a manager. Access: owner, admin.',
  can: 'MEMBER_PROMOTE',
  effects: [],
  input: one,
  returns: Tenant,
  target: lockMember,
  run: (call) => setManagersOf(call, asMembers(call.target), true),
  audit: ({ target }) => auditOf(asMembers(target), true),
})

mutation({
  name: 'removeTenantManager',
  description: 'Removes the manager role from a member. Access: owner, admin.',
  can: 'MEMBER_PROMOTE',
  effects: [],
  input: one,
  returns: Tenant,
  target: lockMember,
  run: (call) => setManagersOf(call, asMembers(call.target), false),
  audit: ({ target }) => auditOf(asMembers(target), false),
})

mutation({
  name: 'addTenantManagers',
  description:
    'Makes several members managers. Either all changes are made or none. Accounts that are not members are ignored. CONFLICT if the owner is included. Access: same as addTenantManager.',
  can: 'MEMBER_PROMOTE',
  effects: [],
  input: several,
  returns: Tenant,
  target: lockMembers,
  run: (call) => setManagersOf(call, call.target, true),
  audit: ({ target }) => auditOf(target, true),
  recordedAs: 'addTenantManager',
})

mutation({
  name: 'removeTenantManagers',
  description:
    'Removes the manager role from several members. Either all changes are made or none. Accounts that are not members are ignored. CONFLICT if the owner is included. Access: same as removeTenantManager.',
  can: 'MEMBER_PROMOTE',
  effects: [],
  input: several,
  returns: Tenant,
  target: lockMembers,
  run: (call) => setManagersOf(call, call.target, false),
  audit: ({ target }) => auditOf(target, false),
  recordedAs: 'removeTenantManager',
})
