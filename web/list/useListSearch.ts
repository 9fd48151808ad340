import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
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
  writeSearch,
} from './search-params.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a list is narrowed by and its URL must not say; of the account that did so, and for nobody after it. */
    phones?: { of: string; filters: Readonly<Record<string, string>> }
  }
}

/** The list that the page's search parameters tell of, and how to go to another. `rules` is a constant of the page. */
export function useListSearch<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  search: SearchParams<Rules, Field>,
) {
  const setQuery = useOwnQuery()
  const { id } = useSession().auth
  const kept = useLocation({ select: ({ state }) => state.phones })
  const phones = kept?.of === id ? kept.filters : undefined
  const list = useMemo(() => readSearch(rules, search, phones), [rules, search, phones])

  function go(next: Partial<ListSearch<Rules, Field>>, replace = false) {
    const wanted = { ...list, page: 1, after: '', ...next }
    const apart = phonesAmong(rules.filters, wanted.filters)
    const none = Object.fromEntries(Object.keys(apart).map((name) => [name, '']))
    const written = writeSearch(rules, { ...wanted, filters: { ...wanted.filters, ...none } })
    // The phones are kept with this entry of the history: there after going back and after loading anew.
    setQuery(
      { ...search, ...written },
      { state: { phones: { of: id, filters: apart } }, replace, resetScroll: false },
    )
  }

  return {
    ...list,
    /** Rows before this page. */
    first: (list.page - 1) * list.size,
    filtered: Object.values(list.filters).some(Boolean),
    /** To the first page of other rows, unless `page` is given. */
    go,
    clear: () => go({ filters: readSearch(rules, {}).filters }),
  }
}

export interface ListState {
  filters: Readonly<Record<string, string>>
  page: number
  after: string
  size: PageSize
  sort: Sort | null
  first: number
  filtered: boolean
  go(
    next: {
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
