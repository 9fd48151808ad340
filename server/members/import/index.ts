import { id } from '../../core/input.ts'
import { listImport } from '../../core/list-import.ts'
import { ofTenant } from '../../tenants/audit.ts'
import { lockTarget } from '../../tenants/relations.ts'
import { title } from '../export-columns.ts'
import { applyMembers } from './apply.ts'
import { columns } from './columns.ts'
import { chargeLookups, planMembers } from './plan.ts'

// This import adds and changes members of one organization. An empty cell leaves the value unchanged. Members
// are never removed.
listImport({
  name: 'members',
  title,
  can: 'MEMBER_ADMINISTER',
  input: { tenantId: id() },
  columns,
  charge: chargeLookups,

  async target(tx, input, viewer) {
    const target = await lockTarget(tx, input.tenantId, viewer)
    return target && { row: { tenant: target.row, relations: target.relations }, relations: target.relations }
  },

  plan: planMembers,
  apply: applyMembers,
  audit: ({ target }) => ofTenant(target.tenant),
})
