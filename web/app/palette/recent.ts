import { stored } from '../../lib/storage.ts'
import type { Found, Kind } from './rank.ts'

/**
 * A row that the user recently opened in the palette. It is stored in the browser, so it contains only a key,
 * a name and a link, but no phone number.
 */
interface Recent {
  kind: Kind
  key: string
  name: string
  to: string
  search?: object
  /** The organization that was current when the row was opened. */
  tenantId: string
}

const key = 'recent'
const most = 5

export function recentOf(tenantId: string): readonly Recent[] {
  try {
    const kept = JSON.parse(stored.get(key) ?? '[]') as Recent[]
    return kept.filter((each) => each.tenantId === tenantId && each.name && each.to)
  } catch {
    return []
  }
}

/**
 * Stores a row as the most recently opened one. A row is not stored if it has no link, or if its page cannot
 * be restored from the URL alone.
 */
export function remember(kind: Kind, { key: id, name, to, search, kept }: Found, tenantId: string): void {
  if (!to || kept || kind === 'recent') return
  const others = recentOf(tenantId).filter((each) => each.key !== id)
  const next: Recent = { kind, key: id, name, to, ...(search && { search }), tenantId }
  stored.set(key, JSON.stringify([next, ...others].slice(0, most)))
}
