import { AppError } from '../core/errors.ts'
import { boolean, id } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { ofTenant } from './audit.ts'
import { sendToOthers } from './members.ts'
import { lockTarget } from './relations.ts'
import { updateTenant } from './store.ts'
import { Tenant } from './types.ts'

mutation({
  name: 'requireFactorByTenant',
  description:
    'its members have to have a second factor, or no longer; until they have one, every call of theirs answers FACTOR_REQUIRED. CONFLICT where the owner has none. who: owner',
  can: 'TENANT_REQUIRE_FACTOR',
  effects: ['FACTOR_RULES'],
  input: { id: id(), required: boolean() },
  returns: Tenant,
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),

  async run({ tx, context: { services }, viewer, input: { required }, target: tenant }) {
    if (tenant.factor_required === required) return tenant
    if (required && !viewer.secondFactor) throw new AppError('CONFLICT', { message: ['factor.none'] })
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
