import { useCallback, useMemo, useState } from 'react'

/** The selected rows of a list, in the form that bulk actions receive. */
export interface Chosen<Row> {
  ids: readonly string[]
  /**
   * The loaded rows of the selection. If the user has selected all matching rows, some of them can be
   * missing here.
   */
  rows: readonly Row[]
}

/** Selected rows by id. A row is undefined if it was selected with "all matching" and has not been loaded. */
export type Choice<Row> = ReadonlyMap<string, Row | undefined>

interface State<Row> {
  applied: string
  rows: Choice<Row>
  /**
   * Set if the user has selected all matching rows: when the user selected them, and how many rows matched
   * then.
   */
  all?: { at: Date; count: number } | undefined
}

/**
 * Manages the selected rows. The selection is kept when the user opens another page of the list, and cleared
 * when the filters (`applied`) change. "All matching" selects the rows that match at the time of the click.
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
