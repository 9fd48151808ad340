import { useCallback, useMemo, useState } from 'react'

/** The chosen rows by their keys; they outlive a change of page, not one of the filters, which `applied` stands for. */
export function useChoice<Row>(rowKey: (row: Row) => string, applied: string) {
  const [choice, setChoice] = useState<{ applied: string; rows: ReadonlyMap<string, Row> }>()
  const none = useMemo(() => new Map<string, Row>(), [])
  const chosen = choice?.applied === applied ? choice.rows : none
  const choose = useCallback(
    (rows: readonly Row[], taken: boolean) =>
      setChoice((last) => {
        const next = new Map(last?.applied === applied ? last.rows : [])
        for (const row of rows) {
          if (taken) next.set(rowKey(row), row)
          else next.delete(rowKey(row))
        }
        return { applied, rows: next }
      }),
    [rowKey, applied],
  )
  const clear = useCallback(() => setChoice(undefined), [])
  return { chosen, choose, clear }
}
