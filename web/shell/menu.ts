import { type MenuEntry, menu, permittedMenu } from '../../contract/menu.ts'
import { isAt, type Visitor } from './guard.ts'

/** What the menu shows: the permitted entries that are not hidden, in their order. */
export function visibleMenu(visitor: Visitor, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  return shown(permittedMenu(visitor, entries))
}

function shown(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries
    .filter((entry) => !entry.meta.hideInMenu)
    .map((entry) => (entry.children ? { ...entry, children: shown(entry.children) } : entry))
    .filter((entry) => !entry.children || entry.children.length > 0)
    .toSorted((a, b) => (a.meta.order ?? 0) - (b.meta.order ?? 0))
}

/** The entries that lead to a path, outermost first. */
export function trail(path: string, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  for (const entry of entries) {
    if (!entry.children && isAt(entry, path)) return [entry]
    const within = trail(path, entry.children ?? [])
    if (within.length > 0) return [entry, ...within]
  }
  return []
}
