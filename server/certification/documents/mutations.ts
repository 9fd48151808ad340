import { AppError } from '../../core/errors.ts'
import { id } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import { ofTenant } from '../../tenants/audit.ts'
import { lockTarget } from '../../tenants/relations.ts'
import { Tenant } from '../../tenants/types.ts'
import { findLatestDocuments, saveDocuments } from '../store.ts'
import { claimForCertification, documentChanges, paperIds } from './attach.ts'

mutation({
  name: 'updateTenantPapers',
  description:
    'Replaces the documents of a pending organization request. Documents that are not listed are deleted. After a rejection, use rePrepareTenant instead. Access: applicant.',
  can: 'TENANT_PAPER_CHANGE',
  effects: [],
  input: { id: id(), paperIds: paperIds() },
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

  async run({ tx, viewer, input, target: { tenant } }) {
    if (tenant.status !== 'PREPARE') throw new AppError('CONFLICT', { message: ['tenant.status'] })
    const owner = { tenantId: tenant.id, accountId: viewer.accountId }
    await saveDocuments(tx, tenant.id, await claimForCertification(tx, { ...owner, ids: input.paperIds }))
    return tenant
  },

  audit: ({ target: { tenant, documents }, input }) => ({
    ...ofTenant(tenant),
    changes: documentChanges(documents, input.paperIds),
  }),
})
