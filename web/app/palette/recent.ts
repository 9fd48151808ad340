import { stored } from '../../lib/storage.ts'
import type { Found, Kind } from './rank.ts'

/**
 * A row that the user recently opened with the palette. It contains names and link targets, but no phone
 * numbers, and no ids except in URLs.
 */
interface Recent {
  kind: Kind
  key: string
  name: string
  to: string
  search?: object
  /** The organization in which the page was opened. */
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
 * Stores a row as the most recent one. Rows without a link, and rows whose page cannot be restored from the
 * URL alone, are not stored.
 */
export function remember(kind: Kind, { key: id, name, to, search, kept }: Found, tenantId: string): void {
  if (!to || kept || kind === 'recent') return
  const others = recentOf(tenantId).filter((each) => each.key !== id)
  const next: Recent = { kind, key: id, name, to, ...(search && { search }), tenantId }
  stored.set(key, JSON.stringify([next, ...others].slice(0, most)))
}
