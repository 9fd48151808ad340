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
    /** Own log only: by default sign-ins and changes to the account; `by` or `about` restricts it. */
    side: ['by', 'about'],
  },
  sorts: [],
} as const satisfies ListRules
