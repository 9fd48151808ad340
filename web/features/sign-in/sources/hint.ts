import { useLocation } from '@tanstack/react-router'
import { listedSources } from '../../../lib/config.ts'

/**
 * Returns the source that the URL names, in the path /login/KEY or in the parameter `kc_idp_hint` of
 * Keycloak's clients.
 */
export function useSourceHint(): string | null {
  const { pathname, search } = useLocation()
  const { kc_idp_hint: hint } = search as { kc_idp_hint?: unknown }
  // This form is still mounted while the next page opens, so the expression must not match other paths.
  return typeof hint === 'string' ? hint : (/^\/login\/([^/]+)$/.exec(pathname)?.[1] ?? null)
}

/** Returns the height of the sources in px, which is reserved while they load. */
export function sourcesHeight(): number {
  const { length } = listedSources()
  const rows = length > 3 ? Math.min(3, Math.ceil(length / 2)) : length
  return rows && 36 + rows * 48 + (length > 6 ? 30 : 0)
}
