import { useEffect } from 'react'
import { pageRoute } from '../../lib/page.ts'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import { reviewRules, type Tab } from './search.ts'

const route = pageRoute('auditManagement')

/** Reads and changes the URL parameters: the list's filters and the selected request. */
export function useReviewQueue() {
  const { filters, go } = useListSearch(reviewRules, route.useSearch())
  const tab: Tab = filters.status || 'PREPARE'
  return {
    tab,
    q: filters.q,
    /** Id of the selected request, or '' if none is selected. */
    selected: filters.application,
    show: (status: Tab) =>
      go({ filters: { ...filters, status: status === 'PREPARE' ? '' : status, application: '' } }),
    search: (q: string) => go({ filters: { ...filters, q, application: '' } }, true),
    /** Selects a request. With `replace`, replaces the current history entry instead of adding one. */
    select: (application: string, replace = false) => go({ filters: { ...filters, application } }, replace),
  }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>

const typing =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog] *, [role=menu] *'

interface Keys {
  onNext: () => void
  onPrevious: () => void
  onEnter: () => void
}

/**
 * Handles keyboard shortcuts: J and K select the next and the previous request, and Enter moves the focus to
 * the decision. Shortcuts are ignored in text fields, menus and dialogs.
 */
export function useReviewKeys({ onNext, onPrevious, onEnter }: Keys): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const target = event.target as Element
      if (target.matches(typing) || document.querySelector('[role=dialog]')) return
      const key = event.key.toLowerCase()
      // Enter activates a focused control, except the list entry of the selected request.
      const pressed =
        target.matches('button, a, [role=radio], input') && !target.matches('[aria-current=true]')
      const run =
        key === 'j' ? onNext : key === 'k' ? onPrevious : key === 'enter' && !pressed ? onEnter : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
