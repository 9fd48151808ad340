import { useRef } from 'react'

/**
 * Returns a React key for each row. A row that stays on the page keeps its key. A new row takes over the key
 * and the elements of a removed row. Reusing elements takes a quarter less time than creating them. State
 * that belongs to a row, such as an open menu, must therefore also be keyed by the row id.
 */
export function useSlots(ids: readonly string[]): readonly number[] {
  const last = useRef<ReadonlyMap<string, number>>(new Map())
  last.current = slotsOf(last.current, ids)
  return [...last.current.values()]
}

/** Returns the slot number of each row id. `ids` must be unique. */
export function slotsOf(last: ReadonlyMap<string, number>, ids: readonly string[]): Map<string, number> {
  const taken = new Set(ids.map((id) => last.get(id)))
  let free = 0
  const next = () => {
    while (taken.has(free)) free++
    return free++
  }
  return new Map(ids.map((id) => [id, last.get(id) ?? next()]))
}
