import { useCallback, useMemo, useState } from 'react'

/** What is chosen in a list, for what is done with it. */
export interface Chosen<Row> {
  ids: readonly string[]
  /** Those of them that have been seen: fewer than the ids where all that match were chosen. */
  rows: readonly Row[]
}

/** By id; undefined: chosen unseen, among all that match. */
export type Choice<Row> = ReadonlyMap<string, Row | undefined>

interface State<Row> {
  applied: string
  rows: Choice<Row>
  /** When all that match were chosen, and how many those were. */
  all?: { at: Date; count: number } | undefined
}

/**
 * The chosen rows; they outlive a change of page, not one of the filters, which `applied` stands for. All that match are
 * chosen as of then: what matches later is not among them.
 */
export function useChoice<Row>(rowKey: (row: Row) => string, applied: string) {
  const [state, setState] = useState<State<Row>>()
  const none = useMemo(() => ({ applied, rows: new Map<string, Row>() }), [applied])
  const choice: State<Row> = state?.applied === applied ? state : none
  const choose = useCallback(
    (rows: readonly Row[], taken: boolean) =>
      setState((last) => {
        const known = last?.applied === applied ? last : undefined
        const next = new Map(known?.rows)
        for (const row of rows) {
          if (taken) next.set(rowKey(row), row)
          else next.delete(rowKey(row))
        }
        return { applied, rows: next, all: known?.all }
      }),
    [rowKey, applied],
  )
  const chooseAll = useCallback(
    (ids: readonly string[], matching = true) =>
      setState((last) => ({
        applied,
        rows: new Map(ids.map((id) => [id, last?.rows.get(id)])),
        all: matching ? { at: new Date(), count: ids.length } : undefined,
      })),
    [applied],
  )
  const clear = useCallback(() => setState(undefined), [])
  return { chosen: choice.rows, all: choice.all, choose, chooseAll, clear }
}

export const chosenOf = <Row>(choice: Choice<Row>): Chosen<Row> => ({
  ids: [...choice.keys()],
  rows: [...choice.values()].filter((row) => row !== undefined),
})
