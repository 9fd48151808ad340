import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SavedList, SavedSearch } from '../../contract/lists.ts'
import { useOwnQuery } from '../lib/pageView.ts'
import { useSession } from '../lib/session/session.ts'
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
     * What a list is narrowed by and its URL must not say, phones or what was changed in a view; of the account that did so,
     * and for nobody after it.
     */
    kept?: { of: string; search: SavedSearch }
  }
}

/** Of a list: its views, and what would be saved as one. */
export interface SavedState extends SavedViews {
  wanted: string | undefined
  search: SavedSearch
  /** What is asked for is no longer what the open view says. */
  changed: boolean
}

/**
 * The list that the page's search parameters tell of, and how to go to another. `rules` is a constant of the page, `saved` the
 * name under which views of it are saved: `?view=` then stands for all that the view says.
 */
export function useListSearch<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  search: SearchParams<Rules, Field>,
  saved?: SavedList,
) {
  const setQuery = useOwnQuery()
  const { id } = useSession().auth
  const state = useLocation({ select: ({ state }) => state.kept })
  const kept = state?.of === id ? state.search : undefined
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
  const changed = view !== undefined && !isSame(now, savedOf(rules, readSearch(rules, view.search)))

  function go(next: Partial<ListSearch<Rules, Field>> & { view?: string }, replace = false) {
    const opened = next.view ?? view?.id ?? ''
    const from = next.view === undefined ? { ...list, page: 1, after: '' } : { ...none, size: list.size }
    const wanted = { ...from, ...next }
    const narrowed = savedOf(rules, wanted)
    const apart = opened ? narrowed : phonesAmong(rules.filters, wanted.filters)
    const hidden = opened ? none.filters : emptied(apart)
    const shown = { ...wanted, filters: { ...wanted.filters, ...hidden }, sort: opened ? null : wanted.sort }
    // What is kept is kept with this entry of the history: there after going back and after loading anew.
    const keeps =
      !opened || (!next.view && !isSame(narrowed, savedOf(rules, readSearch(rules, view!.search))))
    setQuery(
      { ...search, ...writeSearch(rules, shown), view: opened || undefined },
      { state: keeps ? { kept: { of: id, search: apart } } : {}, replace, resetScroll: false },
    )
  }

  return {
    ...list,
    /** Rows before this page. */
    first: (list.page - 1) * list.size,
    filtered: Object.values(list.filters).some(Boolean),
    saved: { ...views, wanted: search.view, search: now, changed } satisfies SavedState,
    /** To the first page of other rows, unless `page` is given; to a view as it was saved, or with '' away from it. */
    go,
    /** Back to what the open view says; from there, and without one, to all rows. */
    clear: () => (view ? go({ view: changed ? view.id : '' }) : go({ filters: none.filters })),
  }
}

const emptied = (filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, '']))

const isSame = (one: SavedSearch, other: SavedSearch): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

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
    next: {
      filters?: Readonly<Record<string, string>>
      page?: number
      after?: string
      size?: PageSize
      sort?: Sort | null
      view?: string
    },
    replace?: boolean,
  ): void
  clear(): void
}
