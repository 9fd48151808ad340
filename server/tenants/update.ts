import { limits } from '../../contract/limits.ts'
import type { Relation } from '../../contract/permissions.ts'
import { required } from '../../contract/required.ts'
import { maskEmail, masked, maskName, maskPhone } from '../accounts/phones/phone.ts'
import { resolveAreas } from '../areas/store.ts'
import type { AreaNode } from '../areas/types.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { boolean, id, instant, optional, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { may, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { handOver, requireOwnerAccount } from './administration.ts'
import { ofTenant } from './audit.ts'
import { address, areaIds, type ContactValue, contact, contactColumns, reference } from './input.ts'
import { membersLink } from './link.ts'
import { countNameLookup } from './lookups.ts'
import { lockTarget } from './relations.ts'
import { assertFuture, sameSet, selectedAreas } from './rules.ts'
import { moveName, type TenantRow, updateTenant } from './store.ts'
import { loadTenant, Tenant } from './types.ts'

interface Input {
  name: string
  areaIds: string[]
  contact: ContactValue
  address: string | null | undefined
  expireAt: Date | null | undefined
  uploadAudit: boolean
  ownerId: string | null | undefined
  internal: boolean | null | undefined
  reference: string | null | undefined
}

const sameContact = (tenant: TenantRow, value: ContactValue): boolean =>
  value.name === tenant.contact_name &&
  value.mobilePhone === tenant.contact_mobile_phone &&
  value.email === tenant.contact_email

/** Returns which fields of the input differ from the row. */
const changesOf = (tenant: TenantRow, input: Input) => ({
  name: input.name !== tenant.name,
  areas: !sameSet(input.areaIds, selectedAreas(tenant.areas as AreaNode[])),
  contact: !sameContact(tenant, input.contact),
  address: input.address !== undefined && (input.address || null) !== tenant.address,
  expireAt: input.expireAt !== undefined && input.expireAt?.getTime() !== tenant.expire_at?.getTime(),
  uploadAudit: input.uploadAudit !== tenant.upload_audit,
  internal: input.internal != null && input.internal !== tenant.internal,
  reference: input.reference !== undefined && (input.reference || null) !== tenant.reference,
  owner: input.ownerId != null && input.ownerId !== tenant.owner_id,
})

function mayChange(
  viewer: Viewer,
  tenant: TenantRow,
  relations: readonly Relation[],
  change: ReturnType<typeof changesOf>,
): boolean {
  if (may(viewer, 'TENANT_ADMINISTER', relations)) return true
  // The applicant cannot change a request while it is pending.
  const open = tenant.status !== 'PREPARE'
  if (change.expireAt || change.uploadAudit || change.internal || change.owner) return false
  // The applicant can change the name and the reference, but owners and managers cannot.
  if (change.name || change.reference) return open && may(viewer, 'TENANT_RENAME', relations)
  return open || !(change.areas || change.contact || change.address)
}

export async function sendExtendedMessage(tx: Tx, services: Services, tenant: TenantRow): Promise<void> {
  await services.sendMessage(tx, {
    accountId: tenant.owner_id,
    template: 'tenant.extended',
    params: { tenant: tenant.name, ...(tenant.expire_at && { expireAt: tenant.expire_at.toISOString() }) },
    link: membersLink(tenant.id),
  })
}

mutation({
  name: 'updateTenant',
  description:
    'Changes an organization. Omitted fields stay unchanged; null clears a field. FORBIDDEN if the value of a field that the caller is not permitted to change differs from the current value. Access: admin and organization_list for all fields; owner and managers for areaIds, contact and address; the applicant, while the status is REJECT, for these and name.',
  can: 'TENANT_UPDATE',
  input: {
    id: id(),
    name: text(limits.name),
    areaIds: areaIds(),
    contact: contact(),
    address: optional(address()),
    expireAt: optional(instant()),
    uploadAudit: boolean(),
    ownerId: optional(id()),
    internal: optional(boolean()),
    reference: optional(reference()),
  },
  returns: Tenant,

  async prepare({ context, viewer, input }) {
    const tenant = isId(input.id) && (await loadTenant(context, input.id.toLowerCase()))
    if (tenant && tenant.name !== input.name) await countNameLookup({ context, viewer })
  },

  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),
  effects: ({ input, target }) => (changesOf(target, input).owner ? ['OWNERSHIP'] : []),

  permit({ viewer, input, target: tenant, relations }) {
    if (!mayChange(viewer, tenant, relations, changesOf(tenant, input))) throw new AppError('FORBIDDEN')
  },

  async run({ tx, context: { services }, viewer, input, target: tenant }) {
    const change = changesOf(tenant, input)
    if (!Object.values(change).includes(true)) return tenant
    if (change.expireAt) assertFuture(viewer, input.expireAt)
    if (change.owner) {
      if (tenant.status !== 'FINISH' && tenant.status !== 'EXPIRED')
        throw new AppError('CONFLICT', { message: ['tenant.status'] })
      await handOver(tx, services, tenant, await requireOwnerAccount(tx, required(input.ownerId, 'ownerId')))
    }
    if (change.name) await moveName(tx, tenant.id, tenant.name, input.name)
    const result = await updateTenant(tx, tenant.id, {
      name: input.name,
      ...(change.areas && { areas: await resolveAreas(tx, input.areaIds) }),
      ...contactColumns(input.contact),
      ...(change.address && { address: input.address || null }),
      // Reset the expiry notices, so that the owner is notified again before the new date.
      ...(change.expireAt && { expire_at: input.expireAt ?? null, expiry_notice: null }),
      upload_audit: input.uploadAudit,
      ...(change.internal && { internal: required(input.internal, 'internal') }),
      ...(change.reference && { reference: input.reference || null }),
      modifier_id: viewer.accountId,
    })
    if (tenant.status === 'PREPARE') await services.refreshPendingCertification(tx, tenant.id)
    if (change.expireAt && isLater(result.expire_at, tenant.expire_at))
      await sendExtendedMessage(tx, services, result)
    return result
  },

  audit: ({ target: tenant, result }) => ({
    ...ofTenant(tenant),
    changes: {
      name: [tenant.name, result.name],
      status: [tenant.status, result.status],
      areaIds: [selectedAreas(tenant.areas as AreaNode[]), selectedAreas(result.areas as AreaNode[])],
      contactName: [masked(tenant.contact_name, maskName), masked(result.contact_name, maskName)],
      contact: [contactMark(tenant), contactMark(result)],
      address: [tenant.address, result.address],
      expireAt: [tenant.expire_at, result.expire_at],
      uploadAudit: [tenant.upload_audit, result.upload_audit],
      internal: [tenant.internal, result.internal],
      reference: [tenant.reference, result.reference],
      ownerId: [tenant.owner_id, result.owner_id],
    },
  }),
})

export const isLater = (one: Date | null, other: Date | null): boolean =>
  other !== null && (!one || one > other)

/** Returns the contact's phone number and email address in masked form for the audit log. */
const contactMark = ({ contact_mobile_phone: phone, contact_email: email }: TenantRow): string =>
  [phone && maskPhone(phone), email && maskEmail(email)].filter(Boolean).join(' ')
