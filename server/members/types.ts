import { allowed, type Relation } from '../../contract/permissions.ts'
import type { PalgoRole } from '../../contract/states.ts'
import type { AccountRow } from '../accounts/store.ts'
import { Account, AuthInfo, Operator } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import { type Context, viewerOf } from '../core/context.ts'
import { isId } from '../core/id.ts'
import { batched } from '../core/loader.ts'
import { loadFactors } from '../factors/types.ts'
import { loadLastSignIn } from '../sessions/loaders.ts'
import type { MemberRow } from '../tenants/members.ts'
import { sees } from '../tenants/relations.ts'
import type { TenantRow } from '../tenants/store.ts'
import { loadTenant, Tenant } from '../tenants/types.ts'
import { loadRelations } from '../tenants/viewer-can.ts'
import { loadTenantCodes } from './codes.ts'
import { effectiveCodes, effectiveRoles, owns, runs } from './effective-permissions.ts'
import { findMemberAccounts, findMembersByPair, findMemberships, type Membership } from './store.ts'
import { relationsToMember } from './target.ts'

const loadMemberships = batched<Membership[]>(
  'memberships',
  (context, accountIds) => findMemberships(context.db.query, viewerOf(context), accountIds),
  [],
)
/** Loads memberships by key `tenantId accountId`. */
const loadMember = batched<MemberRow | null>(
  'member',
  (context, pairs) => findMembersByPair(context.db.query, pairs),
  null,
)

/**
 * Returns the account's membership, or null if the account is not a member or the viewer cannot read the
 * organization.
 */
async function loadMembership(
  context: Context,
  tenantId: string,
  accountId: string,
): Promise<Membership | null> {
  const [member, tenant] = await Promise.all([
    loadMember(context, `${tenantId} ${accountId}`),
    loadTenant(context, tenantId),
  ])
  if (!member || !tenant) return null
  const relations = await loadRelations(context, tenant)
  return sees(viewerOf(context), [...relations]) ? { member, tenant } : null
}

const loadMembers = batched<AccountRow[]>(
  'members',
  (context, tenantIds) => findMemberAccounts(context.db.query, tenantIds, { managersOnly: false }),
  [],
)
const loadManagers = batched<AccountRow[]>(
  'managers',
  (context, tenantIds) => findMemberAccounts(context.db.query, tenantIds, { managersOnly: true }),
  [],
)

export const PalgoRoleType = builder.enumType('PalgoRole', {
  description: 'Algorithm permission in an organization',
  values: {
    VIEWER: { description: 'View algorithms and their results' },
    OPERATOR: { description: "Run algorithms on the organization's devices" },
    DEVELOPER: { description: 'Upload and change algorithms' },
    MANAGER: { description: 'Publish algorithms and license them to devices' },
  } satisfies Record<PalgoRole, object>,
})

interface Abilities {
  info: Membership
  relations: ReadonlySet<Relation>
}

const MemberCan = builder.objectRef<Abilities>('MemberCan').implement({
  description: 'What the viewer can do with the member in its current state',
  fields: (t) => ({
    remove: t.boolean({
      resolve: ({ info, relations }) => !owns(info) && allowed('MEMBER_MANAGE', relations),
    }),
    setPermissions: t.boolean({
      description: 'Roles and permission codes',
      resolve: ({ relations }) => allowed('MEMBER_MANAGE', relations),
    }),
    rename: t.boolean({ resolve: ({ relations }) => allowed('MEMBER_NAME', relations) }),
    makeManager: t.boolean({
      resolve: ({ info, relations }) => !runs(info) && allowed('MEMBER_PROMOTE', relations),
    }),
    unmakeManager: t.boolean({
      resolve: ({ info, relations }) => info.member.manager && allowed('MEMBER_PROMOTE', relations),
    }),
    makeOwner: t.boolean({
      resolve: ({ info, relations }) => !owns(info) && allowed('TENANT_HAND_OVER', relations),
    }),
  }),
})

const administers = async (context: Context, tenant: TenantRow): Promise<boolean> =>
  tenant.status === 'FINISH' && allowed('MEMBER_ADMINISTER', await loadRelations(context, tenant))

const TenantInfo = builder.objectRef<Membership>('TenantInfo').implement({
  description: 'Membership of an account in an organization',
  fields: (t) => ({
    tenantId: t.id({ resolve: ({ tenant }) => tenant.id }),
    displayName: t.string({ nullable: true, resolve: ({ member }) => member.display_name }),
    owner: t.boolean({ resolve: owns }),
    manager: t.boolean({
      description: 'Whether the member is a manager; false for the owner',
      resolve: ({ member }) => member.manager,
    }),
    joinDateTime: t.field({ type: 'DateTime', resolve: ({ member }) => member.joined_at }),
    joinCodeId: t.id({
      nullable: true,
      description: 'The invitation that the member used to join',
      resolve: ({ member }) => member.join_code_id,
    }),
    roles: t.field({
      type: [PalgoRoleType],
      description: 'Algorithm permissions',
      resolve: effectiveRoles,
    }),
    authCodes: t.stringList({
      description: 'Permission codes',
      resolve: async (info, _args, context) => effectiveCodes(info, await loadTenantCodes(context)),
    }),
    secondFactor: t.boolean({
      nullable: true,
      description: 'Whether the member has a second factor; null if the viewer does not manage members',
      resolve: async ({ tenant, member }, _args, context) =>
        (await administers(context, tenant))
          ? (await loadFactors(context, member.account_id)).length > 0
          : null,
    }),
    lastSignInDateTime: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Last sign-in to the platform in the last 90 days; null if there is none or the viewer does not manage members',
      resolve: async ({ tenant, member }, _args, context) =>
        (await administers(context, tenant)) ? loadLastSignIn(context, member.account_id) : null,
    }),
    viewerCan: t.field({
      type: MemberCan,
      resolve: async (info, _args, context) => {
        const { tenant, member } = info
        const towards = tenant.status === 'FINISH' ? await loadRelations(context, tenant) : []
        return { info, relations: new Set(relationsToMember(towards, tenant, member, viewerOf(context))) }
      },
    }),
  }),
})

builder.interfaceField(Account, 'tenants', (t) =>
  t.field({
    type: [Tenant],
    description:
      'Organizations of the account that the viewer can read, at most 100, without the personal one. For `Auth`: all organizations that it belongs to or has requested.',
    resolve: async (account, _args, context) =>
      (await loadMemberships(context, account.id)).map(({ tenant }) => tenant),
  }),
)

builder.interfaceField(Account, 'member', (t) =>
  t.field({
    type: TenantInfo,
    nullable: true,
    description:
      'Membership in one organization; null if the account is not a member or the viewer cannot read it',
    args: { tenantId: t.arg.id({ required: true }) },
    resolve: (account, { tenantId }, context) =>
      isId(tenantId) ? loadMembership(context, tenantId.toLowerCase(), account.id) : null,
  }),
)

builder.objectField(AuthInfo, 'tenantInfos', (t) =>
  t.field({
    type: [TenantInfo],
    description: 'Organizations that the viewer can read, at most 100',
    resolve: (account, _args, context) => loadMemberships(context, account.id),
  }),
)

/** Whether the viewer must accept the second-factor requirement before seeing the members. */
const isClosed = async (context: Context, tenant: TenantRow): Promise<boolean> =>
  tenant.factor_required && (await loadRelations(context, tenant)).has('pendingMember')

builder.objectField(Tenant, 'managers', (t) =>
  t.field({
    type: [Operator],
    description: 'At most 100',
    resolve: async (tenant, _args, context) =>
      (await isClosed(context, tenant)) ? [] : loadManagers(context, tenant.id),
  }),
)

builder.objectField(Tenant, 'operators', (t) =>
  t.field({
    type: [Operator],
    description: 'Members, owner and managers first, at most 100. Use queryOperator to page through all.',
    resolve: async (tenant, _args, context) =>
      (await isClosed(context, tenant)) ? [] : loadMembers(context, tenant.id),
  }),
)
