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
     * Used only in the viewer's own audit log. `by` shows only actions of the viewer, and `about` only
     * entries about the viewer's account.
     */
    side: ['by', 'about'],
  },
  sorts: [],
} as const satisfies ListRules
