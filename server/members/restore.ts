import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { palgoRoles } from '../../contract/states.ts'
import { shareAccounts } from '../accounts/store.ts'
import { builder } from '../core/builder.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { boolean, id, listOf, object, optional, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { assertAllowed } from '../core/viewer.ts'
import { addMembers, setManagers, updateMembers } from '../tenants/members.ts'
import { lockTarget } from '../tenants/relations.ts'
import { assertConfirmed } from '../tenants/rules.ts'
import { readTenant } from '../tenants/store.ts'
import { Tenant } from '../tenants/types.ts'
import { findTakenNames } from './display-names.ts'
import { assertGrantable, codes, inCatalogueOrder, roles } from './grants.ts'
import { findMembers } from './store.ts'
import { naming, ofMember } from './target.ts'
import { PalgoRoleType } from './types.ts'

const FormerMember = builder.inputType('FormerMember', {
  description:
    'State of a member before removal. `roles` and `authCodes` contain only permissions that were granted individually.',
  fields: (t) => ({
    operatorId: t.id({ required: true }),
    displayName: t.string(),
    manager: t.boolean(),
    roles: t.field({ type: [PalgoRoleType], required: true }),
    authCodes: t.stringList({ required: true }),
  }),
})

const formerSchema = v.object({
  operatorId: id().schema,
  displayName: optional(text({ min: 0, max: limits.name.max })).schema,
  manager: optional(boolean()).schema,
  roles: roles().schema,
  authCodes: codes().schema,
})

type Former = v.InferOutput<typeof formerSchema>

mutation({
  name: 'restoreTenantOperators',
  description:
    'Adds removed members again with their previous permissions. Either all are added or none. CONFLICT if an account is a member again or disabled, or if its display name is taken; the error lists the ids of these accounts in `fields`. Invitations that the members had created stay revoked. Only the owner and admin can restore managers. Access: same as addTenantOperator.',
  can: 'MEMBER_ADMINISTER',
  effects: [],
  input: { tenantId: id(), members: listOf(object<Former>(FormerMember, formerSchema), limits.batch) },
  returns: Tenant,
  prepare: ({ context, input }) =>
    assertGrantable(
      context,
      'members',
      input.members.flatMap(({ authCodes }) => authCodes),
    ),
  target: (tx, input, viewer) => lockTarget(tx, input.tenantId, viewer),

  permit({ viewer, input, relations }) {
    if (input.members.some(({ manager }) => manager)) assertAllowed('MEMBER_PROMOTE', viewer, relations)
  },

  async run({ tx, context: { services }, input, target: tenant, prepared }) {
    assertConfirmed(tenant)
    const former = input.members.map((each) => ({ ...each, accountId: each.operatorId.toLowerCase() }))
    const ids = former.map(({ accountId }) => accountId)
    if (!ids.length) return tenant
    if (new Set(ids).size < ids.length) throw badInput({ members: ['field.invalid'] })
    const accounts = ids.every(isId) ? await shareAccounts(tx, ids) : []
    if (accounts.length < ids.length) throw new AppError('NOT_FOUND')
    const disabled = accounts.filter(({ enabled }) => !enabled)
    if (disabled.length)
      throw new AppError(
        'CONFLICT',
        naming(
          'member.disabled',
          disabled.map((account) => account.id),
        ),
      )
    const back = await findMembers(tx, tenant.id, ids)
    if (back.length)
      throw new AppError(
        'CONFLICT',
        naming(
          'member.back',
          back.map(({ account_id }) => account_id),
        ),
      )
    const named = former.flatMap(({ accountId, displayName }) =>
      displayName ? [{ accountId, displayName }] : [],
    )
    const taken = await findTakenNames(tx, tenant.id, named)
    if (taken.size) throw new AppError('CONFLICT', naming('member.nameTaken', [...taken]))
    await addMembers(tx, { tenantId: tenant.id, accountIds: ids })
    await updateMembers(
      tx,
      tenant.id,
      former.map(({ accountId, displayName, roles, authCodes }) => ({
        accountId,
        displayName: displayName || null,
        roles: inCatalogueOrder(roles, palgoRoles),
        authCodes: inCatalogueOrder(authCodes, prepared),
      })),
    )
    const managers = former.filter(({ manager }) => manager).map(({ accountId }) => accountId)
    await setManagers(tx, tenant.id, managers, true)
    await services.sendMessage(tx, {
      accountId: ids,
      template: 'member.joined',
      params: { tenant: tenant.name },
      link: '/accountInfo/index',
    })
    return readTenant(tx, tenant.id)
  },

  audit: ({ target: tenant, input }) =>
    input.members.map(({ operatorId, displayName, manager, roles, authCodes }) => ({
      ...ofMember(tenant.id, operatorId.toLowerCase()),
      changes: {
        member: [false, true],
        manager: [false, manager ?? false],
        roles: [[], roles],
        authCodes: [[], authCodes],
        displayName: [null, displayName || null],
      },
    })),
  recordedAs: 'addTenantOperator',
})
