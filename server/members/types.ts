import { type PalgoRole, palgoRoles } from '../../contract/states.ts'
import type { AccountRow } from '../accounts/store.ts'
import { Account, AuthInfo, Operator } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import { viewerOf } from '../core/context.ts'
import { batched } from '../core/loader.ts'
import { Tenant } from '../tenants/types.ts'
import { loadTenantCodes } from './codes.ts'
import { findMembers, findMemberships, type Membership } from './store.ts'

const loadMemberships = batched<Membership[]>(
  'memberships',
  (context, accountIds) => findMemberships(context.db.query, viewerOf(context), accountIds),
  [],
)
const loadMembers = batched<AccountRow[]>(
  'members',
  (context, tenantIds) => findMembers(context.db.query, tenantIds, { managersOnly: false }),
  [],
)
const loadManagers = batched<AccountRow[]>(
  'managers',
  (context, tenantIds) => findMembers(context.db.query, tenantIds, { managersOnly: true }),
  [],
)

export const PalgoRoleType = builder.enumType('PalgoRole', {
  description: 'Algorithm permission inside an organization',
  values: {
    VIEWER: { description: 'see algorithms and their results' },
    OPERATOR: { description: "run algorithms on the organization's devices" },
    DEVELOPER: { description: 'upload and change algorithms' },
    MANAGER: { description: 'publish algorithms and license them to devices' },
  } satisfies Record<PalgoRole, object>,
})

/** Owner and managers count as holding everything. */
const runs = ({ member, tenant }: Membership): boolean =>
  member.manager || tenant.owner_id === member.operator_id

export const TenantInfo = builder.objectRef<Membership>('TenantInfo').implement({
  description: 'What an account is inside one organization',
  fields: (t) => ({
    tenantId: t.id({ resolve: ({ tenant }) => tenant.id }),
    displayName: t.string({ nullable: true, resolve: ({ member }) => member.display_name }),
    roles: t.field({
      type: [PalgoRoleType],
      description: 'algorithm permission',
      resolve: (info) => {
        if (info.tenant.status !== 'FINISH') return []
        return runs(info) ? palgoRoles : (info.member.roles as PalgoRole[])
      },
    }),
    authCodes: t.stringList({
      description: 'data permission',
      resolve: async (info, _args, context) => {
        if (info.tenant.status !== 'FINISH') return []
        return runs(info) ? loadTenantCodes(context) : info.member.auth_codes
      },
    }),
  }),
})

builder.interfaceField(Account, 'tenants', (t) =>
  t.field({
    type: [Tenant],
    description:
      'the organizations it belongs to that the viewer may read (for `Auth`: all it belongs to or has applied for), without the personal one; at most 100',
    resolve: async (account, _args, context) =>
      (await loadMemberships(context, account.id)).map(({ tenant }) => tenant),
  }),
)

builder.objectField(AuthInfo, 'tenantInfos', (t) =>
  t.field({
    type: [TenantInfo],
    description: 'only organizations that the viewer may read, at most 100',
    resolve: (account, _args, context) => loadMemberships(context, account.id),
  }),
)

builder.objectField(Tenant, 'managers', (t) =>
  t.field({
    type: [Operator],
    description: 'at most 100',
    resolve: (tenant, _args, context) => loadManagers(context, tenant.id),
  }),
)

builder.objectField(Tenant, 'operators', (t) =>
  t.field({
    type: [Operator],
    description: 'owner and managers first, at most 100; queryOperator pages through all',
    resolve: (tenant, _args, context) => loadMembers(context, tenant.id),
  }),
)
