import { useState } from 'react'
import type { Delivery } from './webhooks.ts'

/**
 * While somebody reads one of the rows these stay where they are, each as it is now; `fresh` counts those that have come
 * since. `release` shows these too.
 */
export function useHeldRows(rows: readonly Delivery[] | undefined, reading: boolean) {
  const [held, setHeld] = useState<readonly Delivery[]>()
  // Set while rendering, so that no row moves before it is held.
  if (reading && !held && rows) setHeld(rows)
  if (!reading && held) setHeld(undefined)
  if (!reading || !held || !rows) return { rows, fresh: 0, release: () => setHeld(undefined) }
  const now = new Map(rows.map((row) => [row.id, row]))
  const newest = Number(held[0]?.id ?? 0)
  return {
    rows: held.map((row) => now.get(row.id) ?? row),
    fresh: rows.filter(({ id }) => Number(id) > newest).length,
    release: () => setHeld(undefined),
  }
}
