import { limits } from '../../contract/limits.ts'
import { createAccount, newAccountInput, prepareAccount } from '../accounts/create.ts'
import { shareAccount } from '../accounts/store.ts'
import { Operator } from '../accounts/types.ts'
import { recordAudits } from '../core/audit.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, listOf } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { assertAllowed } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { handOver } from '../tenants/administration.ts'
import { ofTenant } from '../tenants/audit.ts'
import { addMember, deleteMembers, findTenantsOfMember } from '../tenants/members.ts'
import { findMember, lockTarget, readRelations } from '../tenants/relations.ts'
import { assertConfirmed } from '../tenants/rules.ts'
import { findTenants, lockTenants, readTenant, type TenantRow } from '../tenants/store.ts'
import { Tenant } from '../tenants/types.ts'
import { revokeJoinCodes } from './join-codes.ts'
import { findMembers } from './store.ts'
import { isOwner, lockMember, ofMember, ownerStays } from './target.ts'

const memberInput = { tenantId: id(), operatorId: id() }

/** Removes the members and revokes the invitations that they have created. */
export async function removeMembers(
  tx: Tx,
  services: Pick<Services, 'membersLeft'>,
  tenantId: string,
  accountIds: readonly string[],
): Promise<void> {
  await deleteMembers(tx, tenantId, accountIds)
  await revokeJoinCodes(tx, tenantId, { creatorIds: accountIds })
  await services.membersLeft(tx, tenantId, accountIds)
}

/** Removes all memberships of a closed account and records the removal in each organization's audit log. */
export async function eraseMemberships(
  tx: Tx,
  services: Pick<Services, 'membersLeft'>,
  { id }: { id: string },
): Promise<void> {
  const members = await findTenantsOfMember(tx, id)
  await lockTenants(tx, members)
  for (const tenantId of members) await removeMembers(tx, services, tenantId, [id])
  await recordAudits(
    tx,
    members.map((tenantId) => ({
      ...ofMember(tenantId, id),
      actorId: null,
      action: 'EraseAccount',
      ip: null,
      success: true,
      changes: { member: [true, false] },
    })),
  )
}

export const sendRemovedMessage = (
  tx: Tx,
  services: Services,
  tenant: TenantRow,
  accountIds: readonly string[],
) =>
  services.sendMessage(tx, {
    accountId: accountIds,
    template: 'member.removed',
    params: { tenant: tenant.name },
    link: '/accountInfo/index',
  })

const sendAddedMessage = (tx: Tx, services: Services, tenant: TenantRow, accountId: string) =>
  services.sendMessage(tx, {
    accountId,
    template: 'member.joined',
    params: { tenant: tenant.name },
    link: '/accountInfo/index',
  })

mutation({
  name: 'addTenantOperator',
  description:
    'Adds an account to an organization as a member without permissions. Has no effect if the account is already a member. Access: owner, managers, admin.',
  can: 'MEMBER_ADMINISTER',
  effects: [],
  input: memberInput,
  returns: Tenant,
  target: (tx, input, viewer) => lockTarget(tx, input.tenantId, viewer),

  async run({ tx, context: { services }, input, target: tenant }) {
    assertConfirmed(tenant)
    const account = isId(input.operatorId) ? await shareAccount(tx, input.operatorId) : undefined
    if (!account) throw new AppError('NOT_FOUND')
    if (!account.enabled) throw new AppError('CONFLICT', { message: ['member.disabled'] })
    if (await addMember(tx, { tenantId: tenant.id, accountId: account.id }))
      await sendAddedMessage(tx, services, tenant, account.id)
    return readTenant(tx, tenant.id)
  },

  audit: ({ target, input, result }) => ({
    ...ofMember(target.id, input.operatorId),
    changes: { member: [target.member_count === result.member_count, true] },
  }),
})

mutation({
  name: 'createTenantOperator',
  description:
    'Creates an account and adds it to an organization as a member, like createOperator and addTenantOperator together. Its user must change the password at the first sign-in. Access: admin; account_management, if the caller is also owner or manager.',
  can: ['ACCOUNT_CREATE', 'MEMBER_ADMINISTER'],
  effects: [],
  input: { tenantId: id(), ...newAccountInput() },
  returns: Operator,
  async prepare({ context, viewer, input }) {
    const { query } = context.db
    const tenant = isId(input.tenantId) && (await findTenants(query, [input.tenantId])).get(input.tenantId)
    // The password must not contain the organization's name. For viewers who cannot read the organization,
    // this check is omitted, because it would reveal the name.
    const readable = tenant && (await readRelations(query, tenant, viewer))
    return prepareAccount(input, readable ? [tenant.name] : [])
  },
  target: (tx, input, viewer) => lockTarget(tx, input.tenantId, viewer),

  async run({ tx, context: { services }, input, target: tenant, prepared }) {
    assertConfirmed(tenant)
    const account = await createAccount(tx, services, input, prepared)
    await addMember(tx, { tenantId: tenant.id, accountId: account.id })
    return account
  },

  audit: ({ target, result }) => ({
    ...ofMember(target.id, result.id),
    changes: { member: [false, true], name: [null, result.name] },
  }),
})

mutation({
  name: 'removeTenantOperator',
  description:
    'Removes a member from an organization. The owner cannot be removed; only the owner and admin can remove managers. Access: same as addTenantOperator.',
  can: 'MEMBER_MANAGE',
  effects: [],
  input: memberInput,
  returns: Tenant,
  target: lockMember,

  async run({ tx, context: { services }, target: { tenant, member } }) {
    assertConfirmed(tenant)
    if (isOwner({ tenant, member })) throw ownerStays()
    await removeMembers(tx, services, tenant.id, [member.account_id])
    await sendRemovedMessage(tx, services, tenant, [member.account_id])
    return readTenant(tx, tenant.id)
  },

  audit: ({ target: { tenant, member } }) => ({
    ...ofMember(tenant.id, member.account_id),
    changes: {
      member: [true, false],
      manager: [member.manager, false],
      roles: [member.roles, []],
      authCodes: [member.auth_codes, []],
    },
  }),
})

mutation({
  name: 'removeTenantOperators',
  description:
    'Removes several members from an organization. Either all are removed or none. Accounts that are not members are ignored. Only the owner and admin can remove managers. Access: same as addTenantOperator.',
  can: 'MEMBER_ADMINISTER',
  effects: [],
  input: { tenantId: id(), operatorIds: listOf(id(), limits.batch) },
  returns: Tenant,

  async target(tx, input, viewer) {
    const target = await lockTarget(tx, input.tenantId, viewer)
    if (!target) return null
    const members = await findMembers(tx, target.row.id, input.operatorIds.filter(isId))
    return { row: { tenant: target.row, members }, relations: target.relations }
  },

  permit({ viewer, target: { members }, relations }) {
    if (members.some(({ manager }) => manager)) assertAllowed('MEMBER_PROMOTE', viewer, relations)
  },

  async run({ tx, context: { services }, target: { tenant, members } }) {
    assertConfirmed(tenant)
    if (members.some((member) => isOwner({ tenant, member }))) throw ownerStays()
    const accountIds = members.map(({ account_id }) => account_id)
    if (!accountIds.length) return tenant
    await removeMembers(tx, services, tenant.id, accountIds)
    await sendRemovedMessage(tx, services, tenant, accountIds)
    return readTenant(tx, tenant.id)
  },

  audit: ({ target: { tenant, members } }) => ({
    ...ofTenant(tenant),
    changes: { members: [members.map(({ account_id }) => account_id), []] },
  }),
})

mutation({
  name: 'leaveTenant',
  description:
    "Ends the caller's membership in an organization. The owner must transfer ownership first. Access: members other than the owner.",
  can: 'TENANT_LEAVE',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { tenantId: id() },
  returns: 'Boolean',

  async target(tx, input, viewer) {
    const target = await lockTarget(tx, input.tenantId, viewer)
    const member = target && (await findMember(tx, target.row.id, viewer.accountId))
    return target && { row: { tenant: target.row, member }, relations: target.relations }
  },

  async run({ tx, context: { services }, viewer, target: { tenant } }) {
    if (tenant.owner_id === viewer.accountId) throw ownerStays()
    await removeMembers(tx, services, tenant.id, [viewer.accountId])
    return true
  },

  audit: ({ target: { tenant, member }, viewer }) => ({
    ...ofMember(tenant.id, viewer.accountId),
    changes: {
      member: [true, false],
      manager: [member?.manager, false],
      roles: [member?.roles, []],
      authCodes: [member?.auth_codes, []],
    },
  }),
})

mutation({
  name: 'changeTenantOwner',
  description:
    'Transfers ownership of an organization to a member whose account is enabled. The previous owner becomes a manager, and both are notified. Access: owner, admin.',
  can: 'TENANT_HAND_OVER',
  effects: ['OWNERSHIP'],
  input: memberInput,
  returns: Tenant,
  target: lockMember,

  async run({ tx, context: { services }, target: { tenant, member } }) {
    assertConfirmed(tenant)
    const account = await shareAccount(tx, member.account_id)
    if (!account?.enabled) throw new AppError('CONFLICT', { message: ['member.disabled'] })
    await handOver(tx, services, tenant, account)
    return readTenant(tx, tenant.id)
  },

  audit: ({ target: { tenant }, result }) => ({
    ...ofTenant(tenant),
    changes: { ownerId: [tenant.owner_id, result.owner_id] },
  }),
})
