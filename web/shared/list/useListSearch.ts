import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Display } from '../../../contract/list-display.ts'
import type { SavedList, SavedSearch } from '../../../contract/lists.ts'
import { required } from '../../../contract/required.ts'
import { useOwnQuery } from '../../lib/pageView.ts'
import { useSession } from '../../lib/session/session.ts'
import { phonesAmong } from './phones.ts'
import {
  type FilterRules,
  type ListRules,
  type ListSearch,
  type PageSize,
  readSearch,
  type SearchParams,
  type Sort,
  savedOf,
  writeSearch,
} from './search-params.ts'
import { type SavedViews, useSavedViews } from './views/views.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Filter values that must not appear in the URL: phone numbers and unsaved changes to a view. `of` is the
     * account that entered these values. Another account that signs in to this tab does not see them.
     */
    kept?: { of: string; search: SavedSearch; display?: Display }
  }
}

/** The saved views of a list, and the current state, which can be saved as a new view. */
export interface SavedState extends SavedViews {
  wanted: string | undefined
  search: SavedSearch
  /**
   * Display settings of the open view, including unsaved changes; undefined if the viewer's own settings
   * apply.
   */
  display: Display | undefined
  /** Whether filters, sort order or display settings differ from the open view. */
  changed: boolean
}

/**
 * Reads the state of a list from the search parameters, and changes it by navigation. `rules` must be
 * referentially stable. `saved` names the list whose saved views can be opened. While a view is open,
 * `?view=` replaces all parameters whose values are stored in the view.
 */
export function useListSearch<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  search: SearchParams<Rules, Field>,
  saved?: SavedList,
) {
  const setQuery = useOwnQuery()
  const { id } = useSession().auth
  const state = useLocation({ select: ({ state }) => state.kept })
  const { search: kept, display: arranged } = state?.of === id ? state : {}
  const views = useSavedViews(saved, search.view)
  const { view } = views
  const list = useMemo(() => {
    const { page, after, size } = search
    return view
      ? readSearch(rules, { ...(kept ?? view.search), page, after, size })
      : readSearch(rules, search, search.view ? {} : kept)
  }, [rules, search, view, kept])
  const none = readSearch(rules, {})
  const now = savedOf(rules, list)
  const display = view && (arranged ?? view.display ?? undefined)
  const isAsSaved = (search: SavedSearch, display: Display | undefined) => {
    const saved = required(view, 'view')
    return (
      isSame(search, savedOf(rules, readSearch(rules, saved.search))) &&
      (!display || (saved.display !== null && isSameDisplay(display, saved.display)))
    )
  }
  const changed = view !== undefined && !isAsSaved(now, arranged)

  function go({ display: next, ...to }: Partial<ListSearch<Rules, Field>> & OpenView, replace = false) {
    const opened = to.view ?? view?.id ?? ''
    const display = to.view === undefined ? (next ?? arranged) : undefined
    const others = next ? list : { ...list, page: 1, after: '' }
    const wanted = { ...(to.view === undefined ? others : { ...none, size: list.size }), ...to }
    const narrowed = savedOf(rules, wanted)
    const apart = opened ? narrowed : phonesAmong(rules.filters, wanted.filters)
    const hidden = opened ? none.filters : emptied(apart)
    const shown = { ...wanted, filters: { ...wanted.filters, ...hidden }, sort: opened ? null : wanted.sort }
    // Values that must not appear in the URL are stored in the history entry, so that they survive Back and a
    // reload.
    const keeps = !opened || (!to.view && !isAsSaved(narrowed, display))
    setQuery(
      { ...search, ...writeSearch(rules, shown), view: opened || undefined },
      {
        state: keeps ? { kept: { of: id, search: apart, ...(display && { display }) } } : {},
        replace,
        resetScroll: false,
      },
    )
  }

  return {
    ...list,
    /** Offset of this page, which is the number of rows on earlier pages. */
    first: (list.page - 1) * list.size,
    filtered: Object.values(list.filters).some(Boolean),
    saved: { ...views, wanted: search.view, search: now, display, changed } satisfies SavedState,
    /**
     * Navigates to another state of the list. Opens the first page unless `page` is set. `view` is the id of
     * a saved view to open, or '' to close the open view. `display` contains new display settings.
     */
    go,
    /**
     * Discards unsaved changes to the open view. If the view is unchanged, closes it. If no view is open,
     * removes all filters.
     */
    clear: () => (view ? go({ view: changed ? view.id : '' }) : go({ filters: none.filters })),
  }
}

const emptied = (filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, '']))

const isSame = (one: SavedSearch, other: SavedSearch): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

const isSameDisplay = (one: Display, other: Display): boolean =>
  one.density === other.density && String(one.columns) === String(other.columns)

interface OpenView {
  view?: string
  /** New display settings of the open view. */
  display?: Display
}

export interface ListState {
  filters: Readonly<Record<string, string>>
  page: number
  after: string
  size: PageSize
  sort: Sort | null
  first: number
  filtered: boolean
  saved: SavedState
  go(
    next: OpenView & {
      filters?: Readonly<Record<string, string>>
      page?: number
      after?: string
      size?: PageSize
      sort?: Sort | null
    },
    replace?: boolean,
  ): void
  clear(): void
}
