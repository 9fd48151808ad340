import { limits } from '../../contract/limits.ts'
import { findCertifiers, lockAccount } from '../accounts/store.ts'
import { resolveAreas } from '../areas/store.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { newId } from '../core/id.ts'
import { boolean, id, instant, optional, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import type { Tx } from '../db/open.ts'
import { ofTenant } from '../tenants/audit.ts'
import { tenantEvent } from '../tenants/events.ts'
import { areaIds, contact, contactColumns, reference } from '../tenants/input.ts'
import { membersLink } from '../tenants/link.ts'
import { countNameLookup } from '../tenants/lookups.ts'
import { addMember } from '../tenants/members.ts'
import { lockTarget } from '../tenants/relations.ts'
import { assertFuture, assertPlatform, transition } from '../tenants/rules.ts'
import {
  countPendingCertifications,
  insertTenant,
  readTenant,
  type TenantRow,
  updateTenant,
} from '../tenants/store.ts'
import { Tenant } from '../tenants/types.ts'
import { claimForCertification, documentChanges, paperIds } from './documents/attach.ts'
import { decideCertification, findLatestDocuments, submitCertification } from './store.ts'

/**
 * Throws CONFLICT if the account has too many pending or rejected requests. The account's row must be locked,
 * so that concurrent calls cannot exceed the limit.
 */
async function assertFewPendingCertifications(tx: Tx, accountId: string): Promise<void> {
  const max = limits.pendingCertifications
  if ((await countPendingCertifications(tx, accountId)) >= max)
    throw new AppError('CONFLICT', { message: ['tenant.tooMany', { max }] })
}

async function sendMessageToCertifiers(
  tx: Tx,
  services: Services,
  tenant: TenantRow,
  certificationId: string,
): Promise<void> {
  await services.sendMessage(tx, {
    accountId: await findCertifiers(tx, tenant.owner_id),
    template: 'tenant.applied',
    params: { tenant: tenant.name },
    link: `/all-management/audit-management?application=${certificationId}`,
    subjectId: tenant.id,
  })
}

mutation({
  name: 'prepareTenant',
  description:
    'Requests a new organization. It is created with status PREPARE and the caller as its owner. CONFLICT if the caller already has 3 open requests (PREPARE or REJECT). Access: signed-in users.',
  can: 'TENANT_APPLY',
  effects: [],
  input: {
    name: text(limits.name),
    areaIds: areaIds(),
    contact: contact(),
    reference: optional(reference()),
    paperIds: optional(paperIds()),
  },
  returns: Tenant,
  prepare: (asked) => countNameLookup(asked),

  async target(tx, _input, viewer) {
    const row = await lockAccount(tx, viewer.accountId)
    return row ? { row } : null
  },

  async run({ tx, context: { services }, viewer, input }) {
    assertPlatform(services)
    await assertFewPendingCertifications(tx, viewer.accountId)
    const tenantId = newId()
    await insertTenant(tx, {
      id: tenantId,
      name: input.name,
      status: 'PREPARE',
      owner_id: viewer.accountId,
      creator_id: viewer.accountId,
      areas: await resolveAreas(tx, input.areaIds),
      reference: input.reference || null,
      ...contactColumns(input.contact),
    })
    await addMember(tx, { tenantId, accountId: viewer.accountId, accepted: true })
    const owner = { tenantId, accountId: viewer.accountId }
    const documents = await claimForCertification(tx, { ...owner, ids: input.paperIds ?? [] })
    const certificationId = await submitCertification(tx, tenantId, documents)
    const tenant = await readTenant(tx, tenantId)
    await sendMessageToCertifiers(tx, services, tenant, certificationId)
    return tenant
  },

  audit: ({ input, result }) => ({
    ...ofTenant(result),
    changes: {
      name: [null, result.name],
      status: [null, result.status],
      ...documentChanges([], input.paperIds ?? []),
    },
  }),
  event: ({ result }) => tenantEvent('tenant.applied', result.id),
})

mutation({
  name: 'rePrepareTenant',
  description:
    'Resubmits a rejected organization request (REJECT to PREPARE). `paperIds` lists all its documents, both new ones and those kept from the previous request. If omitted, the previous documents are used. Access: applicant, admin.',
  can: 'TENANT_APPLY_AGAIN',
  effects: [],
  input: { id: id(), paperIds: optional(paperIds()) },
  returns: Tenant,

  async target(tx, input, viewer) {
    const tenant = await lockTarget(tx, input.id, viewer)
    return (
      tenant && {
        ...tenant,
        row: { tenant: tenant.row, documents: await findLatestDocuments(tx, tenant.row.id) },
      }
    )
  },

  async run({ tx, context: { services }, viewer, input, target: { tenant, documents } }) {
    const status = transition(tenant.status, 'rePrepare')
    const result = await updateTenant(tx, tenant.id, { status, modifier_id: viewer.accountId })
    const owner = { tenantId: tenant.id, accountId: viewer.accountId }
    const named = await claimForCertification(tx, { ...owner, ids: input.paperIds ?? documents })
    const certificationId = await submitCertification(tx, tenant.id, named)
    await sendMessageToCertifiers(tx, services, result, certificationId)
    return result
  },

  audit: ({ target: { tenant, documents }, input, result }) => ({
    ...ofTenant(tenant),
    changes: {
      status: [tenant.status, result.status],
      ...documentChanges(documents, input.paperIds ?? documents),
    },
  }),
  event: ({ target: { tenant } }) => tenantEvent('tenant.applied', tenant.id),
})

mutation({
  name: 'confirmTenant',
  description:
    "Approves an organization request (PREPARE to FINISH). Access: admin; certification_audit, except for the caller's own request.",
  can: 'TENANT_REVIEW',
  effects: [],
  input: {
    id: id(),
    expireAt: optional(instant()),
    internal: optional(boolean()),
    uploadAudit: optional(boolean()),
  },
  returns: Tenant,
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),

  async run({ tx, context: { services }, viewer, input, target: tenant }) {
    const status = transition(tenant.status, 'confirm')
    const expireAt = input.expireAt === undefined ? tenant.expire_at : input.expireAt
    // Check the expiry date again, because it may have passed while the request was pending.
    assertFuture(viewer, expireAt)
    await decideCertification(tx, tenant.id, { status: 'FINISH', deciderId: viewer.accountId })
    await services.completeTodos(tx, tenant.id)
    await services.sendMessage(tx, {
      accountId: tenant.owner_id,
      template: 'tenant.confirmed',
      params: { tenant: tenant.name, ...(expireAt && { expireAt: expireAt.toISOString() }) },
      link: membersLink(tenant.id),
      sms: true,
    })
    return updateTenant(tx, tenant.id, {
      status,
      reject: null,
      expire_at: expireAt,
      internal: input.internal ?? tenant.internal,
      upload_audit: input.uploadAudit ?? tenant.upload_audit,
      modifier_id: viewer.accountId,
    })
  },

  audit: ({ target, result }) => ({
    ...ofTenant(target),
    changes: {
      status: [target.status, result.status],
      reject: [target.reject, result.reject],
      expireAt: [target.expire_at, result.expire_at],
      uploadAudit: [target.upload_audit, result.upload_audit],
      internal: [target.internal, result.internal],
    },
  }),
  event: ({ target }) => tenantEvent('tenant.confirmed', target.id),
})

mutation({
  name: 'rejectTenant',
  description:
    'Rejects an organization request (PREPARE to REJECT). `reject` is the reason. Access: same as confirmTenant.',
  can: 'TENANT_REVIEW',
  effects: [],
  input: { id: id(), reject: text(limits.rejectReason) },
  returns: Tenant,
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),

  async run({ tx, context: { services }, viewer, input, target: tenant }) {
    const status = transition(tenant.status, 'reject')
    const { reject } = input
    await decideCertification(tx, tenant.id, { status: 'REJECT', deciderId: viewer.accountId, reject })
    await services.completeTodos(tx, tenant.id)
    await services.sendMessage(tx, {
      accountId: tenant.owner_id,
      template: 'tenant.rejected',
      params: { tenant: tenant.name, reason: reject },
      link: '/accountInfo/index',
      sms: true,
    })
    return updateTenant(tx, tenant.id, { status, reject, modifier_id: viewer.accountId })
  },

  audit: ({ target, result }) => ({
    ...ofTenant(target),
    changes: { status: [target.status, result.status], reject: [target.reject, result.reject] },
  }),
  event: ({ target }) => tenantEvent('tenant.rejected', target.id),
})
