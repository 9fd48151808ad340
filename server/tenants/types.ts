import { required } from '../../contract/required.ts'
import { tenantStatuses } from '../../contract/states.ts'
import { Auth, loadAccount, Operator } from '../accounts/types.ts'
import { Area, type AreaNode } from '../areas/types.ts'
import { builder } from '../core/builder.ts'
import { batched } from '../core/loader.ts'
import { findTenants, type TenantRow } from './store.ts'

export const loadTenant = batched<TenantRow | null>(
  'tenant',
  (context, ids) => findTenants(context.db.query, ids),
  null,
)

export const TenantStatusType = builder.enumType('TenantStatus', { values: tenantStatuses })

export const TenantStatistics = builder.objectRef<TenantRow>('TenantStatistics').implement({
  description:
    'Counts of members and devices of an organization. onlineDeviceCount can be up to 5 seconds old.',
  fields: (t) => ({
    operatorCount: t.exposeInt('member_count'),
    managerCount: t.exposeInt('manager_count'),
    deviceCount: t.exposeInt('device_count'),
  }),
})

export const Contact = builder
  .objectRef<{ name: string; mobilePhone: string; email: string | null }>('Contact')
  .implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      mobilePhone: t.exposeString('mobilePhone'),
      email: t.exposeString('email', { nullable: true }),
    }),
  })

/** Returns the contact of an organization, or null if it has no contact. */
export const contactOf = ({
  contact_name: name,
  contact_mobile_phone: mobilePhone,
  contact_email: email,
}: Pick<TenantRow, 'contact_name' | 'contact_mobile_phone' | 'contact_email'>) =>
  name && mobilePhone ? { name, mobilePhone, email } : null

export const Tenant = builder.objectRef<TenantRow>('Tenant').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.string({
      // The name of a personal organization is the current name of its account.
      resolve: async (tenant, _args, context) =>
        tenant.personal ? ((await loadAccount(context, tenant.id))?.name ?? tenant.name) : tenant.name,
    }),
    pinyin: t.exposeString('pinyin', {
      nullable: true,
      description:
        'Two lines: the full pinyin of the name and its initials. Empty if the name has no Chinese characters; null until they are computed.',
    }),
    status: t.field({ type: TenantStatusType, resolve: (tenant) => tenant.status }),
    personal: t.exposeBoolean('personal', {
      description: 'Whether this is the personal organization of an account',
    }),
    owner: t.field({
      type: Operator,
      nullable: true,
      resolve: (tenant, _args, context) => loadAccount(context, tenant.owner_id),
    }),
    statistics: t.field({ type: TenantStatistics, resolve: (tenant) => tenant }),
    reject: t.exposeString('reject', {
      nullable: true,
      description: 'Why the organization request was rejected; null if it was not rejected',
    }),
    expireAt: t.expose('expire_at', { type: 'DateTime', nullable: true }),
    uploadAudit: t.exposeBoolean('upload_audit', {
      description: 'Whether files that members upload are reviewed before others can see them',
    }),
    factorRequired: t.exposeBoolean('factor_required', {
      description: 'Whether members must have a second factor',
    }),
    internal: t.exposeBoolean('internal', {
      description: 'Whether the organization belongs to the company that runs the platform',
    }),
    areas: t.field({
      type: [Area],
      description: 'Areas of the organization, as a tree that starts at the top level',
      resolve: (tenant) => tenant.areas as unknown as AreaNode[],
    }),
    address: t.exposeString('address', { nullable: true }),
    contact: t.field({
      type: Contact,
      nullable: true,
      resolve: contactOf,
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'Reference of the organization request, for example a contract number or a referrer',
    }),
    creator: t.field({
      type: Operator,
      nullable: true,
      resolve: (tenant, _args, context) =>
        tenant.creator_id ? loadAccount(context, tenant.creator_id) : null,
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    modifier: t.field({
      type: Operator,
      nullable: true,
      resolve: (tenant, _args, context) =>
        tenant.modifier_id ? loadAccount(context, tenant.modifier_id) : null,
    }),
    modifyDateTime: t.expose('modified_at', { type: 'DateTime' }),
  }),
})

builder.objectField(Auth, 'tenant', (t) =>
  t.field({
    type: Tenant,
    description: "The account's personal organization, which has the same id as the account",
    resolve: async (account, _args, context) =>
      required(await loadTenant(context, account.id), 'result of loadTenant'),
  }),
)
