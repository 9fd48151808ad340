import type { ListRules } from '../../shared/list/search-params.ts'

/** List rules for the connections of one device. A panel has fewer rows than a page. */
export const connectionRules = { filters: {}, sorts: [], size: 10 } as const satisfies ListRules
