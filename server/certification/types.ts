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
    PREPARE: { description: 'Waiting for a decision' },
    FINISH: { description: 'Approved' },
    REJECT: { description: 'Rejected with a reason' },
    WITHDRAWN: { description: 'Withdrawn before a decision, because the organization was deleted' },
  } satisfies Record<(typeof certificationStatuses)[number], object>,
})

export const Certification = builder.objectRef<CertificationRow>('TenantApplication').implement({
  description: 'A request to approve an organization, as it was submitted',
  fields: (t) => ({
    id: t.exposeID('id'),
    tenantId: t.exposeID('tenant_id'),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description: 'The organization in its current state; null if it has been deleted',
      resolve: (row, _args, context) => loadTenant(context, row.tenant_id),
    }),
    number: t.exposeInt('number', {
      description: 'Sequence number among the requests of the same organization, starting at 1',
    }),
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
      description: 'Contact of the organization; null if the organization has been deleted',
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
    reject: t.exposeString('reject', {
      nullable: true,
      description: 'Why the request was rejected; null if it was not',
    }),
  }),
})

builder.objectField(Certification, 'history', (t) =>
  t.field({
    type: [Certification],
    description: 'All requests of the same organization, newest first, at most 100',
    resolve: (row, _args, context) => loadCertificationsOfTenant(context, row.tenant_id),
  }),
)
