import type { ListRules } from '../../shared/list/search-params.ts'

/** Connections of one device. A panel has fewer rows than a list. */
export const connectionRules = { filters: {}, sorts: [], size: 10 } as const satisfies ListRules
