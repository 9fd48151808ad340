import { deviceStatuses } from '../../../contract/states.ts'
import type { ListRules } from '../../list/search-params.ts'

export const deviceRules = {
  filters: {
    q: 'search',
    tenant: 'text',
    status: deviceStatuses,
    connect: ['ONLINE', 'OFFLINE'],
    expiry: ['7', '30', '90'],
    offline: ['NEVER_CONNECTED', 'LOST', 'REFUSED'],
    area: 'text',
    id: 'text',
    from: 'text',
    to: 'text',
    expiresFrom: 'text',
    expiresTo: 'text',
  },
  sorts: ['LAST_SEEN', 'EXPIRED_DATE'],
} as const satisfies ListRules

/** Of one device's connections: a panel has fewer rows than a list. */
export const connectionRules = { filters: {}, sorts: [], size: 10 } as const satisfies ListRules
