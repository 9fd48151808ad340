import type { ListRules } from '../../list/search-params.ts'

export const accountRules = {
  filters: {
    name: 'search',
    loginId: 'search',
    enabled: ['true', 'false'],
    tenant: 'text',
    tenantName: 'text',
  },
  sorts: ['NAME', 'USERNAME', 'CREATED_TIMESTAMP'],
} as const satisfies ListRules
