import type { ListRules } from '../../shared/list/search-params.ts'

export const auditRules = {
  filters: {
    action: 'text',
    actor: 'text',
    tenant: 'text',
    target: 'text',
    from: 'text',
    to: 'text',
    result: ['true', 'false'],
    /** Of one's own: signing in and the account, unless one of these. */
    side: ['by', 'about'],
  },
  sorts: [],
} as const satisfies ListRules
