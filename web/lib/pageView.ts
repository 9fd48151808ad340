import { type HistoryState, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useState } from 'react'

/**
 * A page is remounted whenever its URL changes, unless the page itself changes its URL, for example because
 * of a filter or a page number. Consecutive history entries that share one mounted page form a view. Each
 * history entry stores the id of its view, which is the key of the entry that started the view.
 */
declare module '@tanstack/react-router' {
  interface HistoryState {
    view?: string
  }
}

interface EntryState {
  view?: string
  __TSR_key?: string
}

/** Id of the open page's view. */
let shown = ''

export const viewOf = (state: EntryState): string => state.view ?? state.__TSR_key ?? ''

/**
 * Whether a history entry belongs to the open view. This is the case if the page changed its own filter, or
 * if the user goes back to an earlier filter of the same page.
 */
export const isOwnChange = (state: EntryState): boolean => viewOf(state) === shown

export function useShownView(view: string): void {
  useLayoutEffect(() => {
    shown = view
  }, [view])
}

/**
 * Returns the id of the current view. The id changes whenever the URL changes, unless the page itself changed
 * its URL.
 */
export function usePageView(): string {
  const router = useRouter()
  const place = usePlace()
  const [last, setLast] = useState(() => ({ place, view: viewOf(router.latestLocation.state) }))
  // Neither a new hash (from the skip link) nor navigation to the same URL starts a new view.
  const next = last.place === place ? last : { place, view: viewOf(router.latestLocation.state) }
  if (next !== last) setLast(next)
  useShownView(next.view)
  return next.view
}

/** Path and query of the rendered page, serialized for comparison. */
const usePlace = (): string =>
  useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      return JSON.stringify([last?.pathname, last?.search])
    },
  })

/** Returns the path of the visible page. While the next page loads, this is still the previous page. */
export const usePagePath = (): string => useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })

interface OwnQueryOptions {
  replace?: boolean
  resetScroll?: boolean
  state?: HistoryState
}

/** Changes the query of the URL without remounting the page. */
export function useOwnQuery(): (search: object, options?: OwnQueryOptions) => void {
  const navigate = useNavigate()
  return useCallback(
    (search, { state, ...options } = {}) =>
      void navigate({ to: '.', search, state: { ...state, view: shown }, ...options }),
    [navigate],
  )
}
