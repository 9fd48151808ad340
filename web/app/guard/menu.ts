import { type MenuEntry, menu, pagesOf, permittedMenu, type Visitor } from '../../../contract/menu.ts'

/** Returns the entries that the menu shows, in menu order: the entries that are permitted and not hidden. */
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

/**
 * Pages that can be opened even if the server menu does not contain them, so that a user with an empty menu
 * is not locked out.
 */
const whiteList: readonly string[] = ['accountInfoIndex', 'join']

/** Returns the part of the menu table whose paths are in the server menu, plus the white list. */
export function restricted(
  entries: readonly MenuEntry[],
  fromServer: readonly MenuEntry[],
): readonly MenuEntry[] {
  const paths = new Set(pagesOf(fromServer).map((page) => page.path))
  const keep = (entry: MenuEntry): MenuEntry[] => {
    if (!entry.children) return paths.has(entry.path) || whiteList.includes(entry.name) ? [entry] : []
    const children = entry.children.flatMap(keep)
    return children.length > 0 ? [{ ...entry, children }] : []
  }
  return entries.flatMap(keep)
}

/** Whether the entry links to another site. */
export const isExternal = ({ path }: MenuEntry): boolean => /^https?:\/\//i.test(path)

/** Returns the entries of a server menu that link to an existing page of this console or to another site. */
export function reachable(
  fromServer: readonly MenuEntry[],
  entries: readonly MenuEntry[] = menu,
): readonly MenuEntry[] {
  const paths = new Set(pagesOf(entries).map((page) => page.path))
  const keep = (entry: MenuEntry): MenuEntry[] => {
    if (entry.children) return [{ ...entry, children: entry.children.flatMap(keep) }]
    return isExternal(entry) || paths.has(entry.path) ? [entry] : []
  }
  return fromServer.flatMap(keep)
}
