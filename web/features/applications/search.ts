import type { ListRules } from '../../list/search-params.ts'

export const applicationRules = { filters: { q: 'search' }, sorts: [] } as const satisfies ListRules
