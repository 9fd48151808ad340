import { palgoRoles } from '../../../contract/states.ts'
import type { ListRules } from '../../list/search-params.ts'

export const memberRules = {
  filters: {
    name: 'search',
    loginId: 'search',
    identity: ['manager', 'member'],
    role: palgoRoles,
    code: 'text',
    enabled: ['true', 'false'],
    invitation: 'text',
  },
  sorts: ['NAME', 'USERNAME', 'CREATED_TIMESTAMP', 'JOIN_DATE_TIME'],
} as const satisfies ListRules
