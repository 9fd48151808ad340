import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { palgoRoles } from '../../contract/states.ts'
import { type AccountRow, findAccounts } from '../accounts/store.ts'
import { Operator } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import type { Context, Services } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, listOf, object, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { may } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { ofTenant } from '../tenants/audit.ts'
import { type MemberChange, type MemberRow, updateMembers } from '../tenants/members.ts'
import { lockTarget } from '../tenants/relations.ts'
import { assertConfirmed, sameSet } from '../tenants/rules.ts'
import type { TenantRow } from '../tenants/store.ts'
import { findTakenNames } from './display-names.ts'
import { assertGrantable, codes, inCatalogueOrder, minus, plus, roles, same } from './grants.ts'
import { findMembers } from './store.ts'
import { lockMember, type MemberTarget, naming, ofMember, relationsToMember } from './target.ts'
import { PalgoRoleType } from './types.ts'

const memberInput = { tenantId: id(), operatorId: id() }

export const sendPermissionsMessage = (
  tx: Tx,
  services: Services,
  tenant: TenantRow,
  accountIds: readonly string[],
) =>
  services.sendMessage(tx, {
    accountId: accountIds,
    template: 'member.roleChanged',
    params: { tenant: tenant.name },
    link: '/accountInfo/index',
  })

interface Call {
  tx: Tx
  context: Context
  target: MemberTarget
}

async function saveRoles({ tx, context: { services }, target }: Call, roles: string[]): Promise<AccountRow> {
  const { tenant, member, account } = target
  assertConfirmed(tenant)
  if (same(roles, member.roles)) return account
  await updateMembers(tx, tenant.id, [{ accountId: account.id, roles }])
  await sendPermissionsMessage(tx, services, tenant, [account.id])
  return account
}

mutation({
  name: 'addOperatorRoles',
  description:
    'Adds algorithm permissions to a member. Owner and managers implicitly hold all of them and all permission codes of scope TENANT. Access: owner, managers, admin; for the owner or a manager, only owner and admin.',
  can: 'MEMBER_MANAGE',
  effects: [],
  input: { ...memberInput, roles: roles() },
  returns: Operator,
  target: lockMember,
  run: (call) => saveRoles(call, plus(call.target.member.roles, call.input.roles, palgoRoles)),
  audit: ({ target: { tenant, member }, input }) => ({
    ...ofMember(tenant.id, member.account_id),
    changes: { roles: [member.roles, plus(member.roles, input.roles, palgoRoles)] },
  }),
})

mutation({
  name: 'removeOperatorRoles',
  description:
    'Removes algorithm permissions from a member. Owner and managers implicitly hold all of them and all permission codes of scope TENANT. Access: owner, managers, admin; for the owner or a manager, only owner and admin.',
  can: 'MEMBER_MANAGE',
  effects: [],
  input: { ...memberInput, roles: roles() },
  returns: Operator,
  target: lockMember,
  run: (call) => saveRoles(call, minus(call.target.member.roles, call.input.roles, palgoRoles)),
  audit: ({ target: { tenant, member }, input }) => ({
    ...ofMember(tenant.id, member.account_id),
    changes: { roles: [member.roles, minus(member.roles, input.roles, palgoRoles)] },
  }),
})

mutation({
  name: 'saveAuthCodeByTenant',
  description:
    'Replaces the permission codes (scope TENANT) that a member holds in an organization. Access: same as addOperatorRoles.',
  can: 'MEMBER_MANAGE',
  effects: [],
  input: { ...memberInput, codes: codes() },
  returns: Operator,
  // The catalogue of permission codes changes only when a new release is installed, so no lock is needed.
  prepare: ({ context, input }) => assertGrantable(context, 'codes', input.codes),

  async target(tx, input, viewer) {
    const target = await lockMember(tx, input, viewer)
    return target && { ...target, row: { ...target.row, before: target.row.member.auth_codes } }
  },

  async run({ tx, context: { services }, input, target, prepared }) {
    const { tenant, account } = target
    assertConfirmed(tenant)
    const authCodes = inCatalogueOrder(input.codes, prepared)
    if (same(authCodes, target.before)) return account
    await updateMembers(tx, tenant.id, [{ accountId: account.id, authCodes }])
    await sendPermissionsMessage(tx, services, tenant, [account.id])
    return account
  },

  audit: ({ target: { tenant, member, before }, input }) => ({
    ...ofMember(tenant.id, member.account_id),
    changes: { authCodes: [[...before].sort(), [...new Set(input.codes)].sort()] },
  }),
})

mutation({
  name: 'saveDisplayNameByTenant',
  description:
    'Changes the display name of a member. An empty name removes the display name. Access: same as addOperatorRoles; also the member.',
  can: 'MEMBER_NAME',
  effects: [],
  input: { ...memberInput, displayName: text({ min: 0, max: limits.name.max }) },
  returns: Operator,
  target: lockMember,

  async run({ tx, input: { displayName }, target: { tenant, member, account } }) {
    assertConfirmed(tenant)
    if (displayName && displayName !== member.display_name) {
      const taken = await findTakenNames(tx, tenant.id, [{ accountId: account.id, displayName }])
      if (taken.size)
        throw new AppError('CONFLICT', {
          message: ['member.nameTaken'],
          fields: { displayName: ['member.nameTaken'] },
        })
    }
    await updateMembers(tx, tenant.id, [{ accountId: account.id, displayName: displayName || null }])
    return account
  },

  audit: ({ target: { tenant, member }, input }) => ({
    ...ofMember(tenant.id, member.account_id),
    changes: { displayName: [member.display_name, input.displayName || null] },
  }),
})

const TenantPermissionChange = builder.inputType('TenantPermissionChange', {
  description:
    'Permissions to add to and remove from one member. Other permissions stay unchanged. heldRoles and heldAuthCodes are the individual permissions that the caller expects before the change; they are not checked if omitted.',
  fields: (t) => ({
    operatorId: t.id({ required: true }),
    addRoles: t.field({ type: [PalgoRoleType] }),
    removeRoles: t.field({ type: [PalgoRoleType] }),
    addAuthCodes: t.stringList(),
    removeAuthCodes: t.stringList(),
    heldRoles: t.field({ type: [PalgoRoleType] }),
    heldAuthCodes: t.stringList(),
  }),
})

const changeSchema = v.object({
  operatorId: id().schema,
  addRoles: v.nullish(roles().schema, () => []),
  removeRoles: v.nullish(roles().schema, () => []),
  addAuthCodes: v.nullish(codes().schema, () => []),
  removeAuthCodes: v.nullish(codes().schema, () => []),
  heldRoles: v.nullish(roles().schema),
  heldAuthCodes: v.nullish(codes().schema),
})

type Change = v.InferOutput<typeof changeSchema>

/**
 * Whether the member still has exactly the permissions that the caller expects. This prevents an undo from
 * reverting later changes.
 */
const isAsHeld = ({ heldRoles, heldAuthCodes }: Change, member: MemberRow): boolean =>
  (!heldRoles || sameSet(heldRoles, member.roles)) &&
  (!heldAuthCodes || sameSet(heldAuthCodes, member.auth_codes))

mutation({
  name: 'saveTenantPermissions',
  description:
    'Changes roles and permission codes of several members. Either all changes are made or none. CONFLICT if an account is no longer a member, or if its permissions differ from heldRoles and heldAuthCodes. FORBIDDEN if the caller is not permitted to change one of the members. The error lists the ids of these members in `fields`. Access: same as addOperatorRoles for each member.',
  can: 'MEMBER_ADMINISTER',
  effects: [],
  input: {
    tenantId: id(),
    changes: listOf(object<Change>(TenantPermissionChange, changeSchema), limits.batch),
  },
  returns: [Operator],
  prepare: ({ context, input }) =>
    assertGrantable(
      context,
      'changes',
      input.changes.flatMap((change) => [...change.addAuthCodes, ...change.removeAuthCodes]),
    ),

  async target(tx, input, viewer) {
    const target = await lockTarget(tx, input.tenantId, viewer)
    if (!target) return null
    const ids = input.changes.map(({ operatorId }) => operatorId.toLowerCase()).filter(isId)
    const members = new Map(
      (await findMembers(tx, target.row.id, ids)).map((member) => [member.account_id, member]),
    )
    const done: Required<Omit<MemberChange, 'displayName'>>[] = []
    return {
      row: { tenant: target.row, members, done },
      relations: target.relations,
    }
  },

  permit({ viewer, target: { tenant, members }, relations }) {
    const higher = [...members.values()].filter(
      (member) => !may(viewer, 'MEMBER_MANAGE', relationsToMember(relations, tenant, member, viewer)),
    )
    if (higher.length)
      throw new AppError(
        'FORBIDDEN',
        naming(
          'member.superior',
          higher.map((member) => member.account_id),
        ),
      )
  },

  async run({ tx, context: { services }, input, target, prepared }): Promise<AccountRow[]> {
    const { tenant, members, done } = target
    assertConfirmed(tenant)
    const wanted = input.changes.map(({ operatorId }) => operatorId.toLowerCase())
    const gone = wanted.filter((accountId) => !members.has(accountId))
    if (gone.length) throw new AppError('CONFLICT', naming('member.gone', gone))
    const others = input.changes
      .filter(
        (change) =>
          !isAsHeld(change, required(members.get(change.operatorId.toLowerCase()), 'item of members')),
      )
      .map(({ operatorId }) => operatorId.toLowerCase())
    if (others.length) throw new AppError('CONFLICT', naming('changed.since', others))
    for (const change of input.changes) {
      const accountId = change.operatorId.toLowerCase()
      const member = required(members.get(accountId), 'item of members')
      if (done.some((other) => other.accountId === accountId)) throw badInput({ changes: ['field.invalid'] })
      done.push({
        accountId,
        roles: minus(plus(member.roles, change.addRoles, palgoRoles), change.removeRoles, palgoRoles),
        authCodes: minus(
          plus(member.auth_codes, change.addAuthCodes, prepared),
          change.removeAuthCodes,
          prepared,
        ),
      })
    }
    await updateMembers(tx, tenant.id, done)
    const ids = done.map(({ accountId }) => accountId)
    // Whether the member's permissions change. If they do not, for example because a concurrent request has
    // already made the change, no message is sent.
    const isNews = ({ accountId, roles, authCodes }: (typeof done)[number]) => {
      const member = required(members.get(accountId), 'item of members')
      return !same(roles, member.roles) || !same(authCodes, member.auth_codes)
    }
    const changed = done.filter(isNews).map(({ accountId }) => accountId)
    await sendPermissionsMessage(tx, services, tenant, changed)
    const accounts = await findAccounts(tx, ids)
    return ids.flatMap((accountId) => accounts.get(accountId) ?? [])
  },

  audit: ({ target: { tenant, members, done } }) => ({
    ...ofTenant(tenant),
    changes: Object.fromEntries(
      done.map(({ accountId, roles, authCodes }) => {
        const member = required(members.get(accountId), 'item of members')
        return [
          accountId,
          [
            { roles: member.roles, authCodes: member.auth_codes },
            { roles, authCodes },
          ],
        ]
      }),
    ),
  }),
})
