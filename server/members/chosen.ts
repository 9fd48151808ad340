import { limits } from '../../contract/limits.ts'
import type { Relation } from '../../contract/permissions.ts'
import { required } from '../../contract/required.ts'
import { type PalgoRole, palgoRoles } from '../../contract/states.ts'
import { messageOf, OperatorResult, type Rejection, resultOf } from '../accounts/status/outcome.ts'
import { type AccountRow, findAccounts } from '../accounts/store.ts'
import { Operator } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import { changed, changeEach, type Outcome } from '../core/bulk.ts'
import { localeOf } from '../core/context.ts'
import { isId } from '../core/id.ts'
import { id, listOf, optional } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { may, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { type MemberRow, updateMembers } from '../tenants/members.ts'
import { lockTarget } from '../tenants/relations.ts'
import { assertConfirmed } from '../tenants/rules.ts'
import type { TenantRow } from '../tenants/store.ts'
import { assertGrantable, codes, minus, plus, roles, same } from './grants.ts'
import { saveManagers } from './managers.ts'
import { removeMembers, sendRemovedMessage } from './membership.ts'
import { sendPermissionsMessage } from './permissions.ts'
import { findMembers } from './store.ts'
import { isOwner, ofMember, relationsToMember } from './target.ts'
import { PalgoRoleType } from './types.ts'

// This file contains bulk actions on members. Members to whom the action cannot be applied are skipped, and
// accounts that are not members are ignored. The result contains an outcome for each member.

/** A selected member with the roles and permission codes before the change. */
interface SelectedMember extends MemberRow {
  id: string
  account: AccountRow
}

type Change = Outcome<SelectedMember, Rejection>

const MemberHeld = builder.objectRef<MemberRow>('MemberHeld').implement({
  description:
    "A member's state before the call. `roles` and `authCodes` contain only permissions that were granted individually, not those that a manager holds implicitly.",
  fields: (t) => ({
    displayName: t.string({ nullable: true, resolve: (member) => member.display_name }),
    manager: t.exposeBoolean('manager'),
    roles: t.field({ type: [PalgoRoleType], resolve: (member) => member.roles as PalgoRole[] }),
    authCodes: t.stringList({ resolve: (member) => member.auth_codes }),
  }),
})

const MemberOutcome = builder.objectRef<Change>('MemberOutcome').implement({
  fields: (t) => ({
    operator: t.field({ type: Operator, resolve: ({ now }) => now.account }),
    held: t.field({ type: MemberHeld, resolve: ({ before }) => before }),
    result: t.field({ type: OperatorResult, resolve: ({ result }) => resultOf(result) }),
    message: t.string({
      nullable: true,
      resolve: ({ result }, _args, context) => messageOf(result, localeOf(context)),
    }),
  }),
})

const chosenInput = { tenantId: id(), operatorIds: listOf(id(), limits.batch) }

interface Target {
  tenant: TenantRow
  selected: readonly SelectedMember[]
  /** Returns the viewer's relations to a member of the organization. */
  relationsTo: (member: MemberRow) => readonly Relation[]
}

/** Locks the organization and returns the selected accounts that are its members, without duplicates. */
async function lockSelected(
  tx: Tx,
  { tenantId, operatorIds }: { tenantId: string; operatorIds: string[] },
  viewer: Viewer,
) {
  const target = await lockTarget(tx, tenantId, viewer)
  if (!target) return null
  const { row: tenant, relations } = target
  const members = await findMembers(tx, tenant.id, operatorIds.filter(isId))
  const accounts = await findAccounts(
    tx,
    members.map(({ account_id }) => account_id),
  )
  const row: Target = {
    tenant,
    selected: members.map((member) => ({
      ...member,
      id: member.account_id,
      account: required(accounts.get(member.account_id), 'item of accounts'),
    })),
    relationsTo: (member) => relationsToMember(relations, tenant, member, viewer),
  }
  return { row, relations }
}

mutation({
  name: 'removeChosenOperators',
  description:
    'Removes members like removeTenantOperators, but skips members that cannot be removed. Returns a result for each member, with the previous permissions as input for restoreTenantOperators. Access: same as addTenantOperator, and for each member, same as removeTenantOperator.',
  can: 'MEMBER_ADMINISTER',
  effects: [],
  input: chosenInput,
  returns: [MemberOutcome],
  target: lockSelected,

  async run({ tx, context: { services }, viewer, target: { tenant, selected, relationsTo } }) {
    assertConfirmed(tenant)
    return changeEach<SelectedMember, Rejection>(selected, {
      decide(member) {
        if (isOwner({ tenant, member })) return 'tenant.owner'
        return may(viewer, 'MEMBER_MANAGE', relationsTo(member)) ? { ...member } : 'FORBIDDEN'
      },
      async save(changes) {
        const ids = changes.map(({ before }) => before.id)
        await removeMembers(tx, services, tenant.id, ids)
        await sendRemovedMessage(tx, services, tenant, ids)
        return new Map(changes.map(({ after }) => [after.id, after]))
      },
    })
  },

  audit: ({ target: { tenant }, result }) =>
    changed(result).map(({ before: { id, manager, roles, auth_codes } }) => ({
      ...ofMember(tenant.id, id),
      changes: {
        member: [true, false],
        manager: [manager, false],
        roles: [roles, []],
        authCodes: [auth_codes, []],
      },
    })),
  recordedAs: 'removeTenantOperator',
})

const setChosenManagers = (manager: boolean) =>
  mutation({
    name: manager ? 'addChosenManagers' : 'removeChosenManagers',
    description: `Same as ${manager ? 'addTenantManagers' : 'removeTenantManagers'}, but skips the owner and returns a result for each member. Access: same as addTenantManager.`,
    can: 'MEMBER_PROMOTE',
    effects: [],
    input: chosenInput,
    returns: [MemberOutcome],
    target: lockSelected,

    async run({ tx, context: { services }, target: { tenant, selected } }) {
      assertConfirmed(tenant)
      return changeEach<SelectedMember, Rejection>(selected, {
        decide(member) {
          if (isOwner({ tenant, member })) return 'tenant.owner'
          return member.manager === manager ? 'UNCHANGED' : { ...member, manager }
        },
        async save(changes) {
          const ids = changes.map(({ before }) => before.id)
          await saveManagers(tx, services, tenant, ids, manager)
          return new Map(changes.map(({ after }) => [after.id, after]))
        },
      })
    },

    audit: ({ target: { tenant }, result }) =>
      changed(result).map(({ before }) => ({
        ...ofMember(tenant.id, before.id),
        changes: { manager: [before.manager, manager] },
      })),
    recordedAs: manager ? 'addTenantManager' : 'removeTenantManager',
  })

setChosenManagers(true)
setChosenManagers(false)

mutation({
  name: 'saveChosenPermissions',
  description:
    'Adds and removes permissions of several members, the same for each member. Skips owner and managers, who hold all permissions. Returns a result for each member. Access: same as addTenantOperator, and for each member, same as addOperatorRoles.',
  can: 'MEMBER_ADMINISTER',
  effects: [],
  input: {
    ...chosenInput,
    addRoles: optional(roles()),
    removeRoles: optional(roles()),
    addAuthCodes: optional(codes()),
    removeAuthCodes: optional(codes()),
  },
  returns: [MemberOutcome],
  prepare: ({ context, input }) =>
    assertGrantable(context, 'addAuthCodes', [
      ...(input.addAuthCodes ?? []),
      ...(input.removeAuthCodes ?? []),
    ]),
  target: lockSelected,

  async run({ tx, context: { services }, viewer, input, target, prepared }) {
    const { tenant, selected, relationsTo } = target
    assertConfirmed(tenant)
    return changeEach<SelectedMember, Rejection>(selected, {
      decide(member) {
        if (member.manager || isOwner({ tenant, member })) return 'member.holdsAll'
        if (!may(viewer, 'MEMBER_MANAGE', relationsTo(member))) return 'FORBIDDEN'
        const given = plus(member.roles, input.addRoles ?? [], palgoRoles)
        const more = plus(member.auth_codes, input.addAuthCodes ?? [], prepared)
        const after = {
          ...member,
          roles: minus(given, input.removeRoles ?? [], palgoRoles),
          auth_codes: minus(more, input.removeAuthCodes ?? [], prepared),
        }
        const news = !same(after.roles, member.roles) || !same(after.auth_codes, member.auth_codes)
        return news ? after : 'UNCHANGED'
      },
      async save(changes) {
        const rows = changes.map(({ after }) => after)
        await updateMembers(
          tx,
          tenant.id,
          rows.map(({ id, roles, auth_codes }) => ({ accountId: id, roles, authCodes: auth_codes })),
        )
        await sendPermissionsMessage(
          tx,
          services,
          tenant,
          rows.map(({ id }) => id),
        )
        return new Map(rows.map((row) => [row.id, row]))
      },
    })
  },

  audit: ({ target: { tenant }, result }) =>
    changed(result).map(({ before, after }) => ({
      ...ofMember(tenant.id, before.id),
      changes: {
        roles: [before.roles, after.roles],
        authCodes: [before.auth_codes, after.auth_codes],
      },
    })),
  recordedAs: 'saveTenantPermissions',
})
