import type { ListRules } from '../../shared/list/search-params.ts'

export const tabs = ['PREPARE', 'FINISH', 'REJECT'] as const
export type Tab = (typeof tabs)[number]

/** URL parameters: the list's filters and the selected request. */
export const reviewRules = {
  filters: { status: tabs, q: 'search', application: 'text' },
  sorts: [],
} as const satisfies ListRules
