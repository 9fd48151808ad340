import { useLocation } from '@tanstack/react-router'
import { trail } from '../../guard/guard.ts'

/** Name of the menu's entry that the open page belongs to: its own, or the one that a hidden page names. */
export function useMarked(): string | undefined {
  const { pathname } = useLocation()
  const page = trail(pathname).at(-1)
  return page?.meta.activeMenu ?? page?.name
}
