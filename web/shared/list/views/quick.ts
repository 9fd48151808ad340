import type { Count } from '../counts.ts'
import type { Sort } from '../search-params.ts'
import type { ListState } from '../useListSearch.ts'

/** A predefined view of a list. */
export interface QuickView {
  key: string
  label: string
  count?: Count | undefined
  tone?: 'warn' | 'err' | undefined
  /** The filter values that the view sets. The view does not change other filters. */
  filters: Readonly<Record<string, string>>
  sort: Sort | null
}

/** Whether all filters that the view sets have the view's values. */
export const holds = (view: QuickView, values: ListState['filters']): boolean =>
  Object.entries(view.filters).every(([name, value]) => values[name] === value)

/**
 * Returns the names of the filters that the open saved view sets. If no saved view is open, returns those
 * that the active predefined views set.
 */
export const namedBy = (
  views: readonly QuickView[] = [],
  { saved, filters }: Pick<ListState, 'saved' | 'filters'>,
): string[] =>
  saved.view
    ? Object.keys(saved.view.search)
    : views.filter((view) => holds(view, filters)).flatMap((view) => Object.keys(view.filters))
