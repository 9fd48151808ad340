import { useState } from 'react'
import type { Delivery } from './webhooks.ts'

/**
 * Holds the rows in place while the user reads one of them, and updates only their contents. `fresh` is the
 * number of new rows. `release` shows the new rows.
 */
export function useHeldRows(rows: readonly Delivery[] | undefined, reading: boolean) {
  const [held, setHeld] = useState<readonly Delivery[]>()
  // The state is set during rendering, so that rows never move before they are held.
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
