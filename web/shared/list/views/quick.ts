import type { Sort } from '../search-params.ts'
import type { ListState } from '../useListSearch.ts'

/** What is asked of a list most often. */
export interface QuickView {
  key: string
  label: string
  /** How many rows it has; at least so many where it is not exact. */
  count?: { count: number; countExact: boolean } | undefined
  tone?: 'warn' | 'err' | undefined
  /** The conditions that it sets; others stay. */
  filters: Readonly<Record<string, string>>
  sort: Sort | null
}

/** Whether all that it sets is set. */
export const holds = (view: QuickView, values: ListState['filters']): boolean =>
  Object.entries(view.filters).every(([name, value]) => values[name] === value)

/** The filters that the open view stands for. */
export const namedBy = (
  views: readonly QuickView[] = [],
  { saved, filters }: Pick<ListState, 'saved' | 'filters'>,
): string[] =>
  saved.view
    ? Object.keys(saved.view.search)
    : views.filter((view) => holds(view, filters)).flatMap((view) => Object.keys(view.filters))
