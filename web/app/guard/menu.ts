import { type MenuEntry, menu, pagesOf, permittedMenu, type Visitor } from '../../../contract/menu.ts'

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

/** Open to whoever may open them even where the server's menu does not have them, so that nobody is locked out. */
const whiteList: readonly string[] = ['accountInfoIndex', 'join']

/** Of the console's own table what a menu from the server has, by its path, and the white list. */
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

/** Leads out of the console. */
export const isExternal = ({ path }: MenuEntry): boolean => /^https?:\/\//i.test(path)

/** Of a menu from the server what leads anywhere: to pages that this console has, and out of it. */
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
