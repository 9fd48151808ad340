import { AppError } from '../core/errors.ts'
import { boolean, id } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { ofTenant } from './audit.ts'
import { acceptFactor, sendToOthers } from './members.ts'
import { lockTarget } from './relations.ts'
import { readTenant, updateTenant } from './store.ts'
import { Tenant } from './types.ts'

mutation({
  name: 'requireFactorByTenant',
  description:
    'Sets whether members of an organization must have a second factor. Members who have no second factor, and who joined by themselves or have accepted the requirement, then get FACTOR_REQUIRED for most calls. Members who were added by others cannot use the organization until they accept the requirement. CONFLICT if the owner has no second factor. Access: owner.',
  can: 'TENANT_REQUIRE_FACTOR',
  effects: ['FACTOR_RULES'],
  input: { id: id(), required: boolean() },
  returns: Tenant,
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),

  async run({ tx, context: { services }, viewer, input: { required }, target: tenant }) {
    if (tenant.factor_required === required) return tenant
    if (required && !viewer.secondFactor) throw new AppError('CONFLICT', { message: ['factor.none'] })
    if (required) await acceptFactor(tx, tenant.id, viewer.accountId)
    const result = await updateTenant(tx, tenant.id, {
      factor_required: required,
      modifier_id: viewer.accountId,
    })
    await sendToOthers(
      tx,
      services,
      { tenant, viewer },
      {
        template: required ? 'factor.demanded' : 'factor.offered',
        params: { tenant: tenant.name },
        link: '/accountInfo/index',
      },
    )
    return result
  },

  audit: ({ target, result }) => ({
    ...ofTenant(target),
    changes: { factorRequired: [target.factor_required, result.factor_required] },
  }),
})

mutation({
  name: 'acceptFactorByTenant',
  description:
    'Accepts that an organization requires a second factor. Most calls then return FACTOR_REQUIRED until the caller has set up a second factor. Access: members who have neither set up a second factor nor accepted the requirement.',
  can: 'TENANT_ACCEPT_FACTOR',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { id: id() },
  returns: Tenant,
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),

  async run({ tx, viewer, target: tenant }) {
    await acceptFactor(tx, tenant.id, viewer.accountId)
    return readTenant(tx, tenant.id)
  },

  audit: ({ target, viewer }) => ({
    tenantId: target.id,
    targetType: 'account' as const,
    targetId: viewer.accountId,
    changes: { factorAccepted: [false, true] },
  }),
})
