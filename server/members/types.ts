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
/** Loads memberships by the key `tenantId accountId`. */
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
  description: 'The role that determines what a member can do with algorithms in an organization',
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
  description: 'Actions that the viewer can perform on the member in its current state',
  fields: (t) => ({
    remove: t.boolean({
      resolve: ({ info, relations }) => !owns(info) && allowed('MEMBER_MANAGE', relations),
    }),
    setPermissions: t.boolean({
      description: "Whether the viewer can change the member's roles and permission codes",
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
      description:
        'ID of the invitation with which the member joined; null if the member was added in another way',
      resolve: ({ member }) => member.join_code_id,
    }),
    roles: t.field({
      type: [PalgoRoleType],
      description: "The member's algorithm permissions; owner and managers hold all of them",
      resolve: effectiveRoles,
    }),
    authCodes: t.stringList({
      description: "The member's permission codes in the organization; owner and managers hold all of them",
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
        'When the member last signed in to the platform; null if that was more than 90 days ago, or if the viewer does not manage members',
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
      'Organizations of the account that the viewer can read, at most 100, excluding the personal one. In `Auth`, all organizations that the caller belongs to or has requested.',
    resolve: async (account, _args, context) =>
      (await loadMemberships(context, account.id)).map(({ tenant }) => tenant),
  }),
)

builder.interfaceField(Account, 'member', (t) =>
  t.field({
    type: TenantInfo,
    nullable: true,
    description:
      "The account's membership in an organization; null if the account is not a member or the viewer cannot read the organization",
    args: { tenantId: t.arg.id({ required: true }) },
    resolve: (account, { tenantId }, context) =>
      isId(tenantId) ? loadMembership(context, tenantId.toLowerCase(), account.id) : null,
  }),
)

builder.objectField(AuthInfo, 'tenantInfos', (t) =>
  t.field({
    type: [TenantInfo],
    description: "The account's memberships in organizations that the viewer can read, at most 100",
    resolve: (account, _args, context) => loadMemberships(context, account.id),
  }),
)

/**
 * Whether the members are hidden because the viewer must first accept the organization's second-factor
 * requirement.
 */
const isClosed = async (context: Context, tenant: TenantRow): Promise<boolean> =>
  tenant.factor_required && (await loadRelations(context, tenant)).has('pendingMember')

builder.objectField(Tenant, 'managers', (t) =>
  t.field({
    type: [Operator],
    description: 'Managers of the organization, at most 100',
    resolve: async (tenant, _args, context) =>
      (await isClosed(context, tenant)) ? [] : loadManagers(context, tenant.id),
  }),
)

builder.objectField(Tenant, 'operators', (t) =>
  t.field({
    type: [Operator],
    description:
      'Members of the organization, at most 100, starting with owner and managers. Use queryOperator to page through all members.',
    resolve: async (tenant, _args, context) =>
      (await isClosed(context, tenant)) ? [] : loadMembers(context, tenant.id),
  }),
)
