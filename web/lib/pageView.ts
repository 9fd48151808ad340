import { type HistoryState, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useState } from 'react'

/**
 * A page remounts whenever its URL changes, except for changes that the page makes itself (a filter or a page
 * number). Each history entry names its view: its own key, or the key of the entry that created the view.
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

/** View of the page that is open. */
let shown = ''

export const viewOf = (state: EntryState): string => state.view ?? state.__TSR_key ?? ''

/** Whether a history entry belongs to the open view: the page's own filter, or a step back over one. */
export const isOwnChange = (state: EntryState): boolean => viewOf(state) === shown

export function useShownView(view: string): void {
  useLayoutEffect(() => {
    shown = view
  }, [view])
}

/** Returns the current view. It changes whenever the URL changes and the page did not do it. */
export function usePageView(): string {
  const router = useRouter()
  const place = usePlace()
  const [last, setLast] = useState(() => ({ place, view: viewOf(router.latestLocation.state) }))
  // The hash of the skip link, or the same URL again, does not count as another page.
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

/** Path of the page that is shown. While the next page loads, this is still the previous one. */
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
