import { landingPath } from '../../../contract/limits.ts'
import {
  everyEntry,
  type MenuEntry,
  menu,
  pagesOf,
  permittedMenu,
  type Visitor,
} from '../../../contract/menu.ts'
import { routeAllowed } from '../../../contract/permissions.ts'
import { continuationAt, devicePage } from '../../lib/continuation.ts'
import { parseSearch, type Search } from '../search.ts'

/** The routing rules of the specification, section 2: who is sent where. Pure; admission.ts asks and obeys. */

interface Destination {
  path: string
  search: Search
  /** Shown instead of a page that may not be opened. */
  refused?: true
}

type Entries = readonly MenuEntry[]

export type Verdict = 'stay' | 'notFound' | Destination

export const find = (entries: Entries, name: string): MenuEntry | undefined =>
  everyEntry(entries).find((each) => each.name === name)

/** `/`: the sign-in page, with the redirect kept. */
export const fromRoot = ({ redirect }: Search): Destination => ({
  path: '/login',
  search: redirect === undefined ? {} : { redirect },
})

/** /login, /register, /forget: someone signed in goes where the query says, otherwise to the account's page. */
export function onEntryPage(search: Search, visitor: Visitor | null, entries: Entries = menu): Verdict {
  if (!visitor) return 'stay'
  const { redirect, ...others } = search
  return resolveTarget(redirect, others, entries) ?? { path: landingPath, search: {} }
}

/** /redirect/:path: on to the page that is named, for anyone signed in. */
export function onRedirect(
  target: string,
  search: Search,
  visitor: Visitor | null,
  entries: Entries = menu,
): Verdict {
  if (!visitor) return toSignIn(target, search)
  return resolveTarget(target, search, entries) ?? 'notFound'
}

/**
 * A page or a group. `entries` is what may be opened at all, less than the table where the menu is the server's;
 * `path` is the one asked for, where the entry's has a parameter.
 */
export function onPage(
  entry: MenuEntry,
  search: Search,
  visitor: Visitor | null,
  entries: Entries = menu,
  path = entry.path,
): Verdict {
  if (!visitor) return toSignIn(hasParameter(entry) ? path : entry.name, search)
  const listed = find(entries, entry.name)
  if (listed && !listed.children && routeAllowed(listed.meta, visitor)) return 'stay'
  const firstOf = (some: Entries) => pagesOf(permittedMenu(visitor, some)).find((page) => !hasParameter(page))
  const within = listed?.children && firstOf([listed])
  const first = within ?? firstOf(entries)
  if (!first) return 'notFound'
  return { path: first.path, search: {}, ...(!within && { refused: true as const }) }
}

/** Whether something else is shown than what was asked for. */
export const isRefused = (verdict: Verdict): boolean =>
  verdict === 'notFound' || (verdict !== 'stay' && Boolean(verdict.refused))

/** Whether it is worth asking which other organization opens a page: it is refused, or the personal space has nothing on it. */
export const isElsewhere = ({ meta }: MenuEntry, verdict: Verdict, { personal }: Visitor): boolean =>
  isRefused(verdict) || Boolean(meta.inOrganization && personal)

const hasParameter = ({ path }: MenuEntry): boolean => path.includes('/:')

/** One part of a path as an id may be, plain or percent-encoded; nothing in it goes up, or on to a further part. */
const parameter = String.raw`(?!:|\.{1,2}$)(?:[\p{L}\p{M}\p{N}~!$&'()*,;=:@._-]|%(?!2[ef5]|5c)[\da-f]{2})+`

/** Whether a path is the entry's. */
export const isAt = (entry: MenuEntry, path: string): boolean =>
  hasParameter(entry)
    ? new RegExp(`^${entry.path.replace(/:\w+/g, () => parameter)}$`, 'iu').test(path)
    : entry.path.toLowerCase() === path.toLowerCase()

/** The entries that lead to a path, outermost first. */
export function trail(path: string, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  for (const entry of entries) {
    if (!entry.children && isAt(entry, path)) return [entry]
    const within = trail(path, entry.children ?? [])
    if (within.length > 0) return [entry, ...within]
  }
  return []
}

/** To the sign-in page, with the wanted page and its query kept. */
export const toSignIn = (wanted: string, search: Search): Destination => ({
  path: '/login',
  search: { ...search, redirect: wanted },
})

/**
 * What a `redirect` names: a page or group of ours by its name (`others` is its query) or by its path with its own query.
 * Anything else, whatever it looks like, is null: nobody is ever led to a URL that is not in the table.
 */
export function resolveTarget(
  redirect: Search[string] | undefined,
  others: Search = {},
  entries: Entries = menu,
): Destination | null {
  const wanted = Array.isArray(redirect) ? redirect[0] : redirect
  if (typeof wanted !== 'string') return null
  const named = find(entries, wanted)
  if (named && !hasParameter(named)) return { path: named.path, search: others }

  const [, path, query] = /^([^?#]*)\??([^#]*)/.exec(wanted) ?? []
  // A sign-in to an application, which has no entry: it is behind none of the pages.
  if (continuationAt(path)) return { path: path!, search: {} }
  if (path === devicePage) return { path, search: { ...others, ...parseSearch(query ?? '') } }
  return path !== undefined && everyEntry(entries).some((entry) => isAt(entry, path))
    ? { path, search: { ...others, ...parseSearch(query ?? '') } }
    : null
}
