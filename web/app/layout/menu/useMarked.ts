import { usePagePath } from '../../../lib/pageView.ts'
import { trail } from '../../guard/guard.ts'

/**
 * Returns the name of the menu entry to highlight: the open page's own, or the one that a hidden page refers
 * to.
 */
export function useMarked(): string | undefined {
  const page = trail(usePagePath()).at(-1)
  return page?.meta.activeMenu ?? page?.name
}
