import { usePagePath } from '../../../lib/pageView.ts'
import { trail } from '../../guard/guard.ts'

/** Name of the menu's entry that the open page belongs to: its own, or the one that a hidden page names. */
export function useMarked(): string | undefined {
  const page = trail(usePagePath()).at(-1)
  return page?.meta.activeMenu ?? page?.name
}
