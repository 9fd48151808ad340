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
    /**
     * Only for the viewer's own log. By default it contains sign-ins and changes to the account. `by` or
     * `about` restricts it.
     */
    side: ['by', 'about'],
  },
  sorts: [],
} as const satisfies ListRules
