import type { ListRules } from '../../shared/list/search-params.ts'

export const smsRules = {
  filters: {
    phone: 'text',
    template: 'text',
    provider: 'text',
    status: ['SENT', 'REFUSED', 'UNANSWERED', 'EXPIRED', 'EXHAUSTED'],
    receipt: ['RECEIVED', 'UNDELIVERED'],
    from: 'text',
    to: 'text',
  },
  sorts: [],
} as const satisfies ListRules
