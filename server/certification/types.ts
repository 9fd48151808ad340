import { limits } from '../../contract/limits.ts'
import { loadAccount, Operator } from '../accounts/types.ts'
import { Area, type AreaNode } from '../areas/types.ts'
import { builder } from '../core/builder.ts'
import { batched } from '../core/loader.ts'
import { Contact, contactOf, loadTenant, Tenant } from '../tenants/types.ts'
import {
  type CertificationRow,
  type certificationStatuses,
  findCertifications,
  findCertificationsOfTenants,
} from './store.ts'

export const loadCertification = batched<CertificationRow | null>(
  'certification',
  (context, ids) => findCertifications(context.db.query, ids),
  null,
)

const loadCertificationsOfTenant = batched<CertificationRow[]>(
  'certificationsOfTenant',
  (context, tenantIds) => findCertificationsOfTenants(context.db.query, tenantIds, limits.nested),
  [],
)

export const CertificationStatusType = builder.enumType('TenantApplicationStatus', {
  values: {
    PREPARE: { description: 'waits for a decision' },
    FINISH: { description: 'confirmed' },
    REJECT: { description: 'rejected, with a reason' },
    WITHDRAWN: { description: 'deleted before a decision' },
  } satisfies Record<(typeof certificationStatuses)[number], object>,
})

export const Certification = builder.objectRef<CertificationRow>('TenantApplication').implement({
  description: 'One time that an organization was applied for, as it was handed in then',
  fields: (t) => ({
    id: t.exposeID('id'),
    tenantId: t.exposeID('tenant_id'),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description: 'as it is now; null where it has been deleted',
      resolve: (row, _args, context) => loadTenant(context, row.tenant_id),
    }),
    number: t.exposeInt('number', { description: '1 for the first of its organization' }),
    status: t.field({ type: CertificationStatusType, resolve: ({ status }) => status }),
    applicant: t.field({
      type: Operator,
      nullable: true,
      resolve: (row, _args, context) => loadAccount(context, row.applicant_id),
    }),
    name: t.exposeString('name'),
    areas: t.field({ type: [Area], resolve: (row) => row.areas as unknown as AreaNode[] }),
    address: t.exposeString('address', { nullable: true }),
    contact: t.field({
      type: Contact,
      nullable: true,
      description: 'null once its organization has been deleted',
      resolve: contactOf,
    }),
    reference: t.exposeString('reference', { nullable: true }),
    submitDateTime: t.expose('submitted_at', { type: 'DateTime' }),
    decideDateTime: t.expose('decided_at', { type: 'DateTime', nullable: true }),
    decider: t.field({
      type: Operator,
      nullable: true,
      resolve: (row, _args, context) => (row.decider_id ? loadAccount(context, row.decider_id) : null),
    }),
    reject: t.exposeString('reject', { nullable: true, description: 'why it was rejected' }),
  }),
})

builder.objectField(Certification, 'history', (t) =>
  t.field({
    type: [Certification],
    description: 'all of the same organization, newest first, at most 100',
    resolve: (row, _args, context) => loadCertificationsOfTenant(context, row.tenant_id),
  }),
)
