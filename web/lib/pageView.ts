import { type HistoryState, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useState } from 'react'

/**
 * A page's view is made anew on each change of its URL, query included; what the page changes there itself (a
 * filter, the page of a list) stays within the view. Each entry of the history names its view: its own key, or that of
 * the view that made it.
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

/** Of the page that is open. */
let shown = ''

export const viewOf = (state: EntryState): string => state.view ?? state.__TSR_key ?? ''

/** Leads to an entry of the view that is open: by the page's own filter, or back over one. */
export const isOwnChange = (state: EntryState): boolean => viewOf(state) === shown

export function useShownView(view: string): void {
  useLayoutEffect(() => {
    shown = view
  }, [view])
}

/** The view to show: another one whenever the URL has changed otherwise than by the page itself. */
export function usePageView(): string {
  const router = useRouter()
  const place = usePlace()
  const [last, setLast] = useState(() => ({ place, view: viewOf(router.latestLocation.state) }))
  // The skip link's hash, or the same URL once more, is no other page.
  const next = last.place === place ? last : { place, view: viewOf(router.latestLocation.state) }
  if (next !== last) setLast(next)
  useShownView(next.view)
  return next.view
}

/** Path and query of the rendered page. */
const usePlace = (): string =>
  useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      return JSON.stringify([last?.pathname, last?.search])
    },
  })

/** Of the page that is shown: while the next one is loaded, still the last. */
export const usePagePath = (): string => useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })

interface OwnQueryOptions {
  replace?: boolean
  resetScroll?: boolean
  state?: HistoryState
}

/** Changes the query of the page as its own filter does. */
export function useOwnQuery(): (search: object, options?: OwnQueryOptions) => void {
  const navigate = useNavigate()
  return useCallback(
    (search, { state, ...options } = {}) =>
      void navigate({ to: '.', search, state: { ...state, view: shown }, ...options }),
    [navigate],
  )
}
