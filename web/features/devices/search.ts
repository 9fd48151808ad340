import type { ListRules } from '../../shared/list/search-params.ts'

/** URL parameters of the connections panel. The panel has fewer rows per page than a list. */
export const connectionRules = { filters: {}, sorts: [], size: 10 } as const satisfies ListRules
