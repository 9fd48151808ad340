import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Display } from '../../../contract/list-display.ts'
import type { SavedList, SavedSearch } from '../../../contract/lists.ts'
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
     * What a list is narrowed by and its URL must not say, phones or what was changed in a view, with how it shows; of the
     * account that did so, and for nobody after it.
     */
    kept?: { of: string; search: SavedSearch; display?: Display }
  }
}

/** Of a list: its views, and what would be saved as one. */
export interface SavedState extends SavedViews {
  wanted: string | undefined
  search: SavedSearch
  /** How the open view shows it, with what was changed; none: as the viewer has it. */
  display: Display | undefined
  /** What is asked for, or how it shows, is no longer what the open view says. */
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
  const isAsSaved = (search: SavedSearch, display: Display | undefined) =>
    isSame(search, savedOf(rules, readSearch(rules, view!.search))) &&
    (!display || (view!.display !== null && isSameDisplay(display, view!.display)))
  const changed = view !== undefined && !isAsSaved(now, arranged)

  function go({ display: next, ...to }: Partial<ListSearch<Rules, Field>> & Opened, replace = false) {
    const opened = to.view ?? view?.id ?? ''
    const display = to.view === undefined ? (next ?? arranged) : undefined
    const others = next ? list : { ...list, page: 1, after: '' }
    const wanted = { ...(to.view === undefined ? others : { ...none, size: list.size }), ...to }
    const narrowed = savedOf(rules, wanted)
    const apart = opened ? narrowed : phonesAmong(rules.filters, wanted.filters)
    const hidden = opened ? none.filters : emptied(apart)
    const shown = { ...wanted, filters: { ...wanted.filters, ...hidden }, sort: opened ? null : wanted.sort }
    // What is kept is kept with this entry of the history: there after going back and after loading anew.
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
    /** Rows before this page. */
    first: (list.page - 1) * list.size,
    filtered: Object.values(list.filters).some(Boolean),
    saved: { ...views, wanted: search.view, search: now, display, changed } satisfies SavedState,
    /** To the first page of other rows, unless `page` is given; to a view as it was saved, or with '' away from it; or `display`. */
    go,
    /** Back to what the open view says; from there, and without one, to all rows. */
    clear: () => (view ? go({ view: changed ? view.id : '' }) : go({ filters: none.filters })),
  }
}

const emptied = (filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, '']))

const isSame = (one: SavedSearch, other: SavedSearch): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

const isSameDisplay = (one: Display, other: Display): boolean =>
  one.density === other.density && String(one.columns) === String(other.columns)

interface Opened {
  view?: string
  /** How the open view is to show it. */
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
    next: Opened & {
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
