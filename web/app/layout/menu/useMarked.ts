import { usePagePath } from '../../../lib/pageView.ts'
import { trail } from '../../guard/guard.ts'

/**
 * Returns the name of the menu entry to highlight: the entry of the open page or, if the menu does not
 * contain that page, its `activeMenu`.
 */
export function useMarked(): string | undefined {
  const page = trail(usePagePath()).at(-1)
  return page?.meta.activeMenu ?? page?.name
}
