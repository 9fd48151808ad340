import { limits } from '../../../contract/limits.ts'
import { palgoRoles } from '../../../contract/states.ts'
import { AppError } from '../../core/errors.ts'
import { newId } from '../../core/id.ts'
import { boolean, id, optional, text } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import { assertGrantable, codes, inCatalogueOrder, roles } from '../../members/grants.ts'
import { lockTarget } from '../../tenants/relations.ts'
import { assertConfirmed } from '../../tenants/rules.ts'
import { ofApplication, secretMutations } from '../secret-mutations.ts'
import { addSecret } from '../secrets.ts'
import { assertNameFree, deleteApplication, insertApplication, updateApplication } from '../store.ts'
import { Application, ApplicationSecret } from '../types.ts'
import { listServiceAccounts, lockServiceAccount } from './store.ts'

const can = 'SERVICE_ACCOUNT_MANAGE'
const access = 'Access: same as createServiceAccount.'

mutation({
  name: 'createServiceAccount',
  description:
    'Creates a service account for an organization. It authenticates with client credentials. It can have only permission codes and roles that its creator holds. Access: owner, managers, admin.',
  can,
  effects: ['CREDENTIALS'],
  input: {
    tenantId: id(),
    name: text(limits.name),
    authCodes: { ...codes(), initial: [] },
    roles: { ...roles(), initial: [] },
  },
  returns: ApplicationSecret,
  // Owners, managers and administrators hold all permissions of the organization, so they can grant any
  // permission code of the catalogue.
  prepare: ({ context, input }) => assertGrantable(context, 'authCodes', input.authCodes),
  target: (tx, input, viewer) => lockTarget(tx, input.tenantId, viewer),

  async run({ tx, viewer, input, target: tenant, prepared }) {
    assertConfirmed(tenant)
    const max = limits.serviceAccounts
    if ((await listServiceAccounts(tx, tenant.id)).length >= max)
      throw new AppError('CONFLICT', { message: ['service.tooMany', { max }] })
    await assertNameFree(tx, { tenantId: tenant.id, name: input.name })
    const application = await insertApplication(tx, {
      ...{ id: newId(), kind: 'SERVICE', name: input.name },
      ...{ tenant_id: tenant.id, creator_id: viewer.accountId },
      roles: inCatalogueOrder(input.roles, palgoRoles),
      auth_codes: inCatalogueOrder(input.authCodes, prepared),
    })
    return { application, secret: await addSecret(tx, application.id) }
  },

  audit: ({ result: { application } }) => ({
    ...ofApplication(application),
    changes: {
      name: [null, application.name],
      roles: [[], application.roles],
      authCodes: [[], application.auth_codes],
    },
  }),
})

mutation({
  name: 'updateServiceAccount',
  description: `Changes a service account. Omitted fields stay unchanged. A disabled service account's tokens are rejected from the next call on. ${access}`,
  can,
  effects: ({ input, target }) => (input.enabled && !target.enabled ? ['TOKENS'] : []),
  input: { id: id(), name: optional(text(limits.name)), enabled: optional(boolean()) },
  returns: Application,
  target: lockServiceAccount,
  async run({ tx, input, target: row }) {
    const name = input.name ?? row.name
    if (name !== row.name) await assertNameFree(tx, { tenantId: row.tenant_id, name, but: row.id })
    return updateApplication(tx, row.id, { name, enabled: input.enabled ?? row.enabled })
  },
  audit: ({ target: row, result }) => ({
    ...ofApplication(row),
    changes: { name: [row.name, result.name], enabled: [row.enabled, result.enabled] },
  }),
})

secretMutations({ name: 'ServiceAccount', can, access, target: lockServiceAccount })

mutation({
  name: 'deleteServiceAccount',
  description: `Deletes a service account. Its tokens are rejected from the next call on. ${access}`,
  can,
  effects: ['CREDENTIALS'],
  input: { id: id() },
  returns: 'Boolean',
  target: lockServiceAccount,

  async run({ tx, target: row }) {
    await deleteApplication(tx, row.id)
    return true
  },

  audit: ({ target: row }) => ({ ...ofApplication(row), changes: { name: [row.name, null] } }),
})
