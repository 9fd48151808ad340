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
import { required } from '../../../contract/required.ts'
import { continuationAt, devicePage } from '../../lib/continuation.ts'
import { parseSearch, type Search } from '../queryString.ts'

/**
 * The routing rules in section 2 of the specification, as pure functions. admission.ts applies the results.
 */

interface Destination {
  path: string
  search: Search
  /** Set if the viewer cannot open the requested page and is redirected to this destination instead. */
  refused?: true
}

type Entries = readonly MenuEntry[]

export type Verdict = 'stay' | 'notFound' | Destination

export const find = (entries: Entries, name: string): MenuEntry | undefined =>
  everyEntry(entries).find((each) => each.name === name)

/** `/` redirects to the sign-in page, with the same `redirect` parameter. */
export const fromRoot = ({ redirect }: Search): Destination => ({
  path: '/login',
  search: redirect === undefined ? {} : { redirect },
})

/**
 * Guard of /login, /register and /forget. A signed-in user is redirected to the page in the `redirect`
 * parameter, or to the account page.
 */
export function onEntryPage(search: Search, visitor: Visitor | null, entries: Entries = menu): Verdict {
  if (!visitor) return 'stay'
  const { redirect, ...others } = search
  return resolveTarget(redirect, others, entries) ?? { path: landingPath, search: {} }
}

/** Guard of /redirect/:path. A signed-in user is redirected to the page that `target` names. */
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
 * Decides whether a page or group can be opened. `entries` are the pages that exist for the viewer. A server
 * menu can contain fewer pages than the menu table. `path` is the requested path. It differs from
 * `entry.path` if `entry.path` contains a parameter.
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

/** Whether the viewer cannot open the requested page, so another page or the 404 page is shown. */
export const isRefused = (verdict: Verdict): boolean =>
  verdict === 'notFound' || (verdict !== 'stay' && Boolean(verdict.refused))

/**
 * Whether to look for another organization, because the page is denied in the current one or is empty in the
 * personal organization.
 */
export const belongsElsewhere = ({ meta }: MenuEntry, verdict: Verdict, { personal }: Visitor): boolean =>
  isRefused(verdict) || Boolean(meta.inOrganization && personal)

const hasParameter = ({ path }: MenuEntry): boolean => path.includes('/:')

/**
 * Matches a path segment that can be an id, plain or percent-encoded. The segment must not contain slashes
 * and must not be relative (`.` or `..`).
 */
const parameter = String.raw`(?!:|\.{1,2}$)(?:[\p{L}\p{M}\p{N}~!$&'()*,;=:@._-]|%(?!2[ef5]|5c)[\da-f]{2})+`

/** Whether a path belongs to the entry. Letter case is ignored. */
export const isAt = (entry: MenuEntry, path: string): boolean =>
  hasParameter(entry)
    ? new RegExp(`^${entry.path.replace(/:\w+/g, () => parameter)}$`, 'iu').test(path)
    : entry.path.toLowerCase() === path.toLowerCase()

/** Returns the groups that contain the page at a path, outermost first, and then the page itself. */
export function trail(path: string, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  for (const entry of entries) {
    if (!entry.children && isAt(entry, path)) return [entry]
    const within = trail(path, entry.children ?? [])
    if (within.length > 0) return [entry, ...within]
  }
  return []
}

/** Returns the sign-in page, with the requested page and its query as parameters. */
export const toSignIn = (wanted: string, search: Search): Destination => ({
  path: '/login',
  search: { ...search, redirect: wanted },
})

/**
 * Resolves a `redirect` parameter. The parameter contains either the name of a page or group, whose query is
 * in `others`, or a path with its own query. Returns null for any other value, so that no user is redirected
 * to a URL outside the console.
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
  // The pages of a sign-in to an application and the device page are not in the menu table, so they are
  // checked separately.
  if (continuationAt(path)) return { path: required(path, 'path'), search: {} }
  if (path === devicePage) return { path, search: { ...others, ...parseSearch(query ?? '') } }
  return path !== undefined && everyEntry(entries).some((entry) => isAt(entry, path))
    ? { path, search: { ...others, ...parseSearch(query ?? '') } }
    : null
}
