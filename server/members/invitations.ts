import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { type PalgoRole, palgoRoles } from '../../contract/states.ts'
import { findAccount } from '../accounts/store.ts'
import { loadAccount, Operator } from '../accounts/types.ts'
import type { Changes } from '../core/audit.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, integer, opaque, optional } from '../core/input.ts'
import { mutation, query } from '../core/operation.ts'
import { assertAllowed, type Viewer } from '../core/viewer.ts'
import { ofTenant } from '../tenants/audit.ts'
import { membersLink } from '../tenants/link.ts'
import { addMember, updateMembers } from '../tenants/members.ts'
import { findMember, lockTarget, readRelations } from '../tenants/relations.ts'
import { assertConfirmed } from '../tenants/rules.ts'
import { findTenants, lockTenant, readTenant, type TenantRow } from '../tenants/store.ts'
import { Tenant } from '../tenants/types.ts'
import { loadTenantCodes } from './codes.ts'
import { assertGrantable, codes, inCatalogueOrder, roles } from './grants.ts'
import {
  findClaim,
  findLiveCode,
  insertJoinCode,
  type JoinCodeRow,
  listLiveCodes,
  revokeJoinCodes,
  spendJoinCode,
} from './join-codes.ts'
import { PalgoRoleType } from './types.ts'

/** An invitation. `code` is set only in the response to the mutation that creates it. */
type InvitationView = JoinCodeRow & { tenantName: string; code?: string; stranger?: boolean }
type InvitationGrants = Pick<JoinCodeRow, 'roles' | 'auth_codes'>

export const TenantJoinCode = builder.objectRef<InvitationView>('TenantJoinCode').implement({
  description: 'An invitation to join an organization with a code',
  fields: (t) => ({
    id: t.exposeID('id'),
    code: t.string({
      description:
        'Invite code: 16 letters and digits. It is complete only in the response of createTenantJoinCode; later only the first 4 characters are shown, followed by dots.',
      resolve: ({ code, hint }) => code ?? `${hint}${'•'.repeat(12)}`,
    }),
    tenantId: t.exposeID('tenant_id'),
    tenantName: t.exposeString('tenantName'),
    expireAt: t.expose('expires_at', { type: 'DateTime' }),
    usedCount: t.exposeInt('used_count'),
    maxUses: t.exposeInt('max_uses', {
      nullable: true,
      description: 'Maximum number of people who can join with the code; null for no limit',
    }),
    roles: t.field({
      type: [PalgoRoleType],
      description: 'Algorithm permissions that new members receive',
      resolve: ({ roles }) => inCatalogueOrder(roles, palgoRoles) as PalgoRole[],
    }),
    authCodes: t.stringList({
      description: 'Permission codes that new members receive, in the order of listAuthCode',
      resolve: async ({ auth_codes }, _args, context) =>
        inCatalogueOrder(auth_codes, await loadTenantCodes(context)),
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    inviter: t.string({
      description:
        "Name of the invitation's creator; null if that account has been erased. Invited people can also see this name.",
      nullable: true,
      resolve: async ({ creator_id }, _args, context) => (await loadAccount(context, creator_id))?.name,
    }),
    creator: t.field({
      type: Operator,
      nullable: true,
      description:
        "Account that created the invitation; null for invited people, who can see only the inviter's name",
      resolve: ({ creator_id, stranger }, _args, context) =>
        stranger ? null : loadAccount(context, creator_id),
    }),
  }),
})

mutation({
  name: 'createTenantJoinCode',
  description:
    'Creates an invitation that is valid for 1 to 43,200 minutes. `maxUses`: number of people who can join with it; unlimited if omitted. New members receive `roles` and `authCodes` (scope TENANT). Access: owner, managers, admin.',
  can: 'MEMBER_INVITE',
  effects: [],
  input: {
    tenantId: id(),
    expireAtByMinute: integer(limits.joinCode.minutes),
    maxUses: optional(integer(limits.joinCode.uses)),
    roles: optional(roles()),
    authCodes: optional(codes()),
  },
  returns: TenantJoinCode,
  prepare: ({ context, input }) => assertGrantable(context, 'authCodes', input.authCodes ?? []),
  target: (tx, input, viewer) => lockTarget(tx, input.tenantId, viewer),

  // The creator must be allowed to grant the roles and permissions that the invitation grants.
  permit({ viewer, input, relations }) {
    if (input.roles?.length || input.authCodes?.length) assertAllowed('MEMBER_ADMINISTER', viewer, relations)
  },

  async run({ tx, viewer, input, target: tenant, prepared: catalogue }) {
    assertConfirmed(tenant)
    const max = limits.joinCode.live
    if ((await listLiveCodes(tx, tenant.id)).length >= max)
      throw new AppError('CONFLICT', { message: ['joinCode.tooMany', { max }] })
    const code = await insertJoinCode(tx, {
      tenantId: tenant.id,
      creatorId: viewer.accountId,
      minutes: input.expireAtByMinute,
      maxUses: input.maxUses ?? null,
      roles: inCatalogueOrder(input.roles ?? [], palgoRoles),
      authCodes: inCatalogueOrder(input.authCodes ?? [], catalogue),
    })
    return { ...code, tenantName: tenant.name }
  },

  audit: ({ target, result }) => ({
    tenantId: target.id,
    targetType: 'joinCode',
    targetId: result.id,
    changes: {
      expireAt: [null, result.expires_at],
      maxUses: [null, result.max_uses],
      ...grantChanges(result),
    },
  }),
})

mutation({
  name: 'deleteTenantJoinCode',
  description: 'Revokes an invitation. Access: same as createTenantJoinCode.',
  can: 'MEMBER_INVITE',
  effects: [],
  input: { id: id() },
  returns: 'Boolean',

  async target(tx, input, viewer) {
    const claim = isId(input.id) ? await findClaim(tx, { id: input.id }) : undefined
    return claim ? lockTarget(tx, claim.tenantId, viewer) : null
  },

  async run({ tx, input, target: tenant }) {
    await revokeJoinCodes(tx, tenant.id, { id: input.id })
    return true
  },

  audit: ({ target, input }) => ({
    tenantId: target.id,
    targetType: 'joinCode',
    targetId: input.id,
    changes: {},
    always: true,
  }),
})

/**
 * Counts an attempt to look up a code, both per account and per network. Must be called before the lookup.
 */
async function countTry({ services, db, request }: Context, viewer: Viewer): Promise<void> {
  const rule = { kind: 'joinCode', max: limits.lookups.perHour, window: 3_600 }
  await services.limiter.take(
    db.query,
    { ...rule, subject: viewer.accountId },
    { ...rule, subject: request.network, perNetwork: true },
  )
}

const code = () => opaque(64)
const none: Changes = {}

/** Returns the audit changes for the permissions that the invitation grants. */
const grantChanges = ({ roles, auth_codes }: InvitationGrants): Changes => ({
  roles: [[], roles],
  authCodes: [[], auth_codes],
})

mutation({
  name: 'joinTenantByCode',
  description:
    'Joins an organization as a member with the permissions of the invitation. Has no effect if the caller is already a member. Access: signed-in users.',
  can: 'TENANT_APPLY',
  effects: [],
  input: { code: code() },
  returns: Tenant,
  async prepare({ context, viewer }) {
    await countTry(context, viewer)
    return loadTenantCodes(context)
  },

  async target(tx, input, viewer) {
    const claim = await findClaim(tx, input)
    const tenant = claim && (await lockTenant(tx, claim.tenantId))
    if (tenant?.status !== 'FINISH') throw badInput({ code: ['joinCode.wrong'] })
    const joined = (await findMember(tx, tenant.id, viewer.accountId)) !== undefined
    const grants: InvitationGrants = { roles: [], auth_codes: [] }
    return { row: { tenant, claim: required(claim, 'claim'), joined, grants } }
  },

  async run({ tx, context: { services }, viewer, target, prepared: catalogue }) {
    const { tenant, claim, joined, grants } = target
    if (joined) return tenant
    const spent = await spendJoinCode(tx, claim)
    if (!spent) throw badInput({ code: ['joinCode.wrong'] })
    const { accountId } = viewer
    await addMember(tx, { tenantId: tenant.id, accountId, joinCodeId: claim.id, accepted: true })
    grants.roles = inCatalogueOrder(spent.roles, palgoRoles)
    grants.auth_codes = inCatalogueOrder(spent.auth_codes, catalogue)
    if (grants.roles.length || grants.auth_codes.length)
      await updateMembers(tx, tenant.id, [{ accountId, roles: grants.roles, authCodes: grants.auth_codes }])
    const joiner = await findAccount(tx, viewer.accountId)
    await services.sendMessage(tx, {
      accountId: tenant.owner_id,
      template: 'member.joined',
      params: { tenant: tenant.name, ...(joiner && { member: joiner.name }) },
      personId: viewer.accountId,
      link: membersLink(tenant.id),
    })
    return readTenant(tx, tenant.id)
  },

  audit: ({ target: { tenant, claim, joined, grants }, viewer }) => ({
    ...ofTenant(tenant),
    changes: joined
      ? none
      : { operatorId: [null, viewer.accountId], joinCodeId: [null, claim.id], ...grantChanges(grants) },
  }),
})

query({
  name: 'getTenantByCode',
  description:
    'Returns the invitation with this code, for example to show its organization; null if the code is unknown or no longer valid. Access: signed-in users.',
  can: 'TENANT_LOOK_UP',
  input: { id: id() },
  returns: TenantJoinCode,
  nullable: true,
  async run({ context, viewer, input }) {
    await countTry(context, viewer)
    const { query } = context.db
    const claim = await findClaim(query, { code: input.id })
    const [found, tenant] = claim ? await Promise.all([findLiveCode(query, claim), find(query, claim)]) : []
    return found && tenant?.status === 'FINISH'
      ? { ...found, tenantName: tenant.name, stranger: true }
      : (null as never)
  },
})

const find = async (db: Parameters<typeof findTenants>[0], claim: { tenantId: string }) =>
  (await findTenants(db, [claim.tenantId])).get(claim.tenantId)

query({
  name: 'listTenantJoinCode',
  description:
    'Returns the valid invitations of an organization, newest first, at most 100. Access: owner, managers, admin.',
  can: 'MEMBER_INVITE',
  input: { tenantId: id() },
  returns: [TenantJoinCode],
  async relations({ context, viewer, input }) {
    const tenant = await existing(context, input.tenantId)
    return (tenant && (await readRelations(context.db.query, tenant, viewer))) ?? []
  },
  async run({ context, input }) {
    const tenant = await existing(context, input.tenantId)
    if (!tenant) throw new AppError('NOT_FOUND')
    const codes = await listLiveCodes(context.db.query, tenant.id)
    return codes.map((row) => ({ ...row, tenantName: tenant.name }))
  },
})

async function existing({ db }: Context, tenantId: string): Promise<TenantRow | undefined> {
  return isId(tenantId) ? (await findTenants(db.query, [tenantId])).get(tenantId) : undefined
}
