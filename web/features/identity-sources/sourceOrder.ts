/** Returns the ids with one id moved to another position. The position is limited to the list. */
export function moved(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((each) => each !== id)
  const to = Math.max(0, Math.min(position, others.length))
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** Returns the rows in the order of the ids. Rows without an id in the list come last, in their own order. */
export function inOrder<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const positionOf = ({ id }: Row) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return rows.toSorted((a, b) => positionOf(a) - positionOf(b))
}
