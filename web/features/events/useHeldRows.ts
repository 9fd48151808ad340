import { useState } from 'react'
import type { Delivery } from './webhooks.ts'

/**
 * While the user reads a row, the rows keep their positions and only their contents update. `fresh` is the
 * number of new rows; `release` shows them.
 */
export function useHeldRows(rows: readonly Delivery[] | undefined, reading: boolean) {
  const [held, setHeld] = useState<readonly Delivery[]>()
  // Set during rendering, so that no row moves first.
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
