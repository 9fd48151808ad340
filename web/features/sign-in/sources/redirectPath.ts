import { everyEntry } from '../../../../contract/menu.ts'

/** Parameters of the sign-in page that are not passed on to the next page. */
const own = ['redirect', 'kc_idp_hint', 'login_hint', 'prompt']

/**
 * Returns the path to open after a sign-in, from the search parameters of the sign-in page. `redirect` is a
 * path or the name of a page. The other parameters are passed on to that page. Returns null if `redirect` is
 * missing or invalid.
 */
export function redirectPath(search: object): string | null {
  const { redirect } = search as { redirect?: unknown }
  if (typeof redirect !== 'string') return null
  const path = redirect.startsWith('/') ? redirect : everyEntry().find(({ name }) => name === redirect)?.path
  if (!path || path.includes('/:')) return null
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (!own.includes(key)) for (const each of [value].flat()) query.append(key, String(each))
  const rest = query.toString()
  return rest ? `${path}${path.includes('?') ? '&' : '?'}${rest}` : path
}
