import { useCallback, useMemo, useState } from 'react'

/** The selected rows of a list, as passed to bulk actions. */
export interface Chosen<Row> {
  ids: readonly string[]
  /** The selected rows that have been loaded. Some are missing if the user selected all matching rows. */
  rows: readonly Row[]
}

/**
 * Selected rows by id. A row is undefined if it was selected as one of all matching rows and has not been
 * loaded.
 */
export type Choice<Row> = ReadonlyMap<string, Row | undefined>

interface State<Row> {
  applied: string
  rows: Choice<Row>
  /** Set if the user selected all matching rows: the time of the selection, and the number of rows. */
  all?: { at: Date; count: number } | undefined
}

/**
 * The selected rows. The selection is retained when the page changes, and cleared when the filters
 * (`applied`) change. "All matching" selects the rows that match at that moment.
 */
export function useChoice<Row extends { id: string }>(applied: string) {
  const [state, setState] = useState<State<Row>>()
  const none = useMemo(() => ({ applied, rows: new Map<string, Row>() }), [applied])
  const choice: State<Row> = state?.applied === applied ? state : none
  const choose = useCallback(
    (rows: readonly Row[], taken: boolean) =>
      setState((last) => {
        const known = last?.applied === applied ? last : undefined
        const next = new Map(known?.rows)
        for (const row of rows) {
          if (taken) next.set(row.id, row)
          else next.delete(row.id)
        }
        return { applied, rows: next, all: known?.all }
      }),
    [applied],
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
