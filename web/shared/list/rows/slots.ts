import { useRef } from 'react'

/**
 * A key for each row of a list, by the rows' ids. A row that stays keeps its own, so its elements, and a new one takes over
 * those of a row that has gone: filling them costs a quarter less than making others (bench/tables.ts).
 * What remembers something of its row, such as an open menu, has to be keyed by the row besides.
 */
export function useSlots(ids: readonly string[]): readonly number[] {
  const last = useRef<ReadonlyMap<string, number>>(new Map())
  last.current = slotsOf(last.current, ids)
  return [...last.current.values()]
}

/** By id, in the order of `ids`, which are each there once. */
export function slotsOf(last: ReadonlyMap<string, number>, ids: readonly string[]): Map<string, number> {
  const kept = new Set(ids.map((id) => last.get(id)))
  let free = 0
  const next = () => {
    while (kept.has(free)) free++
    return free++
  }
  return new Map(ids.map((id) => [id, last.get(id) ?? next()]))
}
