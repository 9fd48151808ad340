import { tenantStatuses } from '../../../contract/states.ts'
import type { ListRules } from '../../list/search-params.ts'

export const tenantRules = {
  filters: {
    q: 'search',
    status: tenantStatuses,
    mobilePhone: 'search',
    expiry: ['30', '90', '365'],
    internal: ['true', 'false'],
    from: 'text',
    to: 'text',
  },
  sorts: [],
} as const satisfies ListRules
