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
     * Used only in the viewer's own log, which contains sign-ins and changes to the account. `by` shows only
     * the viewer's actions, and `about` only entries about the viewer.
     */
    side: ['by', 'about'],
  },
  sorts: [],
} as const satisfies ListRules
