import type { ListRules } from '../../list/search-params.ts'

export const smsRules = {
  filters: {
    phone: 'text',
    template: 'text',
    provider: 'text',
    status: ['SENT', 'REFUSED', 'UNANSWERED', 'EXPIRED', 'EXHAUSTED'],
    from: 'text',
    to: 'text',
  },
  sorts: [],
} as const satisfies ListRules
