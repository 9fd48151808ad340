import { useState } from 'react'
import type { Delivery } from './webhooks.ts'

/**
 * While the user reads a delivery, keeps the rows of the list in place and updates only their contents.
 * `fresh` is the number of new deliveries. `release` shows them.
 */
export function useHeldRows(rows: readonly Delivery[] | undefined, reading: boolean) {
  const [held, setHeld] = useState<readonly Delivery[]>()
  // Set the state during rendering, so that no render shows moved rows.
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
