import type { ListRules } from '../../shared/list/search-params.ts'

/** Of one device's connections: a panel has fewer rows than a list. */
export const connectionRules = { filters: {}, sorts: [], size: 10 } as const satisfies ListRules
