import { usePagePath } from '../../../lib/pageView.ts'
import { trail } from '../../guard/guard.ts'

/**
 * Returns the name of the menu entry to highlight: that of the open page, or the one in the `activeMenu` of a
 * hidden page.
 */
export function useMarked(): string | undefined {
  const page = trail(usePagePath()).at(-1)
  return page?.meta.activeMenu ?? page?.name
}
