import { limits } from '../../contract/limits.ts'
import { type AccountRow, shareAccount } from '../accounts/store.ts'
import { resolveAreas } from '../areas/store.ts'
import type { Services } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId, newId } from '../core/id.ts'
import { boolean, id, instant, optional, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import type { Tx } from '../db/open.ts'
import { ofTenant } from './audit.ts'
import { tenantEvent } from './events.ts'
import { address, areaIds, contact, contactColumns, reference } from './input.ts'
import { membersLink } from './link.ts'
import { addMember, deleteAllMembers, moveOwner, sendToOthers } from './members.ts'
import { lockTarget } from './relations.ts'
import { assertFuture, assertPlatform, transition } from './rules.ts'
import { deleteTenant, insertTenant, readTenant, type TenantRow } from './store.ts'
import { Tenant } from './types.ts'

/**
 * Returns the account of the new owner, with its row locked FOR SHARE. Throws BAD_INPUT for `ownerId` if the
 * account does not exist or is disabled.
 */
export async function requireOwnerAccount(tx: Tx, accountId: string): Promise<AccountRow> {
  const account = isId(accountId) ? await shareAccount(tx, accountId) : undefined
  if (!account?.enabled) throw badInput({ ownerId: ['tenant.unknownOwner'] })
  return account
}

mutation({
  name: 'createTenant',
  description: 'Creates an organization with status FINISH. Access: admin, organization_list.',
  can: 'TENANT_CREATE',
  effects: [],
  input: {
    name: text(limits.name),
    areaIds: areaIds(),
    contact: contact(),
    reference: optional(reference()),
    expireAt: optional(instant()),
    ownerId: id(),
    address: optional(address()),
    uploadAudit: boolean(),
    internal: boolean(),
  },
  returns: Tenant,
  target: async (_tx, _input, viewer) => ({ row: viewer }),

  async run({ tx, context: { services }, viewer, input }) {
    assertPlatform(services)
    assertFuture(viewer, input.expireAt)
    const owner = await requireOwnerAccount(tx, input.ownerId)
    const tenantId = newId()
    await insertTenant(tx, {
      id: tenantId,
      name: input.name,
      status: 'FINISH',
      owner_id: input.ownerId,
      creator_id: viewer.accountId,
      areas: await resolveAreas(tx, input.areaIds),
      reference: input.reference || null,
      expire_at: input.expireAt ?? null,
      address: input.address || null,
      upload_audit: input.uploadAudit,
      internal: input.internal,
      ...contactColumns(input.contact),
    })
    await addMember(tx, { tenantId, accountId: input.ownerId })
    const tenant = await readTenant(tx, tenantId)
    await sendOwnershipMessage(tx, services, tenant, { to: [owner.id], owner })
    return tenant
  },

  audit: ({ result }) => ({
    ...ofTenant(result),
    changes: {
      name: [null, result.name],
      status: [null, result.status],
      ownerId: [null, result.owner_id],
      expireAt: [null, result.expire_at],
      uploadAudit: [null, result.upload_audit],
      internal: [null, result.internal],
    },
  }),
  event: ({ result }) => tenantEvent('tenant.confirmed', result.id),
})

async function sendOwnershipMessage(
  tx: Tx,
  services: Services,
  tenant: TenantRow,
  { to, owner }: { to: readonly string[]; owner: AccountRow },
): Promise<void> {
  await services.sendMessage(tx, {
    accountId: to,
    template: 'tenant.ownership',
    params: { tenant: tenant.name, owner: owner.name },
    personId: owner.id,
    link: membersLink(tenant.id),
    sms: true,
  })
}

/**
 * Transfers ownership of the organization to the account, which becomes a member if necessary. Notifies the
 * previous and the new owner.
 */
export async function handOver(
  tx: Tx,
  services: Services,
  tenant: TenantRow,
  owner: AccountRow,
): Promise<void> {
  if (owner.id === tenant.owner_id) return
  await addMember(tx, { tenantId: tenant.id, accountId: owner.id })
  await moveOwner(tx, tenant.id, tenant.owner_id, owner.id)
  await sendOwnershipMessage(tx, services, tenant, { to: [owner.id, tenant.owner_id], owner })
}

mutation({
  name: 'deleteTenant',
  description:
    'Deletes an organization and notifies its members. CONFLICT if it has devices. Access: admin, organization_list; the applicant, while the status is PREPARE or REJECT; the owner, if there are no other members.',
  can: 'TENANT_DELETE',
  effects: ['OWNERSHIP'],
  input: { id: id() },
  returns: 'Boolean',
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),

  async run({ tx, context: { services }, viewer, target: tenant }) {
    assertPlatform(services)
    transition(tenant.status, 'delete')
    if (tenant.device_count > 0) throw new AppError('CONFLICT', { message: ['tenant.hasDevices'] })
    await services.withdrawCertification(tx, tenant.id, viewer.accountId)
    await services.completeTodos(tx, tenant.id)
    await sendToOthers(
      tx,
      services,
      { tenant, viewer },
      { template: 'tenant.deleted', params: { tenant: tenant.name } },
    )
    await deleteAllMembers(tx, tenant.id)
    await deleteTenant(tx, tenant.id)
    return true
  },

  audit: ({ target }) => ({
    ...ofTenant(target),
    changes: { name: [target.name, null], status: [target.status, null], ownerId: [target.owner_id, null] },
  }),
  event: ({ target }) => tenantEvent('tenant.deleted', target.id),
})
