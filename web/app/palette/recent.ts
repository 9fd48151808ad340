import { stored } from '../../lib/storage.ts'
import type { Found, Kind } from './rank.ts'

/** What somebody last opened by the palette: to go there again. Names and where they lead; no phone, no id beside those of addresses. */
interface Recent {
  kind: Kind
  key: string
  name: string
  to: string
  search?: object
  /** The organization that its page is of. */
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

/** It comes first. What leads nowhere is not kept, nor what its URL alone would not show again. */
export function remember(kind: Kind, { key: id, name, to, search, kept }: Found, tenantId: string): void {
  if (!to || kept || kind === 'recent') return
  const others = recentOf(tenantId).filter((each) => each.key !== id)
  const next: Recent = { kind, key: id, name, to, ...(search && { search }), tenantId }
  stored.set(key, JSON.stringify([next, ...others].slice(0, most)))
}
