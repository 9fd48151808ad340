import { isId } from '../../core/id.ts'
import { id } from '../../core/input.ts'
import { query } from '../../core/operation.ts'
import { readRelations } from '../../tenants/relations.ts'
import { findTenants } from '../../tenants/store.ts'
import { Application } from '../types.ts'
import { listServiceAccounts } from './store.ts'

query({
  name: 'listServiceAccount',
  description:
    'Returns the service accounts of an organization, oldest first, at most 50. Access: owner, managers, admin.',
  can: 'SERVICE_ACCOUNT_MANAGE',
  input: { tenantId: id() },
  returns: [Application],
  async relations({ context: { db }, viewer, input: { tenantId } }) {
    const tenant = isId(tenantId)
      ? (await findTenants(db.query, [tenantId])).get(tenantId.toLowerCase())
      : undefined
    return (tenant && (await readRelations(db.query, tenant, viewer))) ?? []
  },
  run: async ({ context, input: { tenantId } }) =>
    isId(tenantId) ? listServiceAccounts(context.db.query, tenantId) : [],
})
