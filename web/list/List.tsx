import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import styles from './List.module.css'
import { type FrameProps, ListFrame } from './ListFrame.tsx'
import { useDensity, useHiddenColumns } from './preferences.ts'
import { type Column, Table } from './Table.tsx'
import { Tools } from './Tools.tsx'
import { words } from './words.ts'

interface ListProps<Row> extends FrameProps<Row> {
  /** Its columns are remembered under it. */
  name: string
  /** The first one always shows. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** At the left of the tool bar. */
  tools?: ReactNode
  /** Makes rows selectable: what can be done with the chosen ones. `done` clears the choice. */
  bulk?: ((rows: readonly Row[], done: () => void) => ReactNode) | undefined
  /** Rows that no bulk action is for. */
  closed?: (row: Row) => boolean
  actions?: ((row: Row) => ReactNode) | undefined
}

/** The list of a page: rows in a table, with a tool bar that becomes the bulk bar once rows are chosen. */
export function List<Row>(props: ListProps<Row>) {
  const t = useTexts(words)
  const { query, state, columns, rowKey, bulk } = props
  const [density, setDensity] = useDensity()
  const [hidden, setHidden] = useHiddenColumns(
    props.name,
    columns.filter(({ optional }) => optional).map(({ key }) => key),
  )
  const shown = useMemo(
    () => columns.filter(({ key }, index) => index === 0 || !hidden.includes(key)),
    [columns, hidden],
  )
  const { chosen, choose, clear } = useChoice(rowKey, JSON.stringify(state.filters))

  const bar =
    chosen.size > 0 && bulk ? (
      <div className={styles.bar} data-bulk="">
        <strong role="status">{t('selected', { count: chosen.size })}</strong>
        {bulk([...chosen.values()], clear)}
        <button type="button" className={styles.deselect} onClick={clear}>
          {t('deselect')}
        </button>
      </div>
    ) : (
      <div className={styles.bar} data-plain={props.tools ? undefined : ''}>
        {props.tools}
        <Tools
          onRefresh={() => void query.refetch()}
          density={density}
          onDensity={setDensity}
          columns={columns.slice(1)}
          hidden={hidden}
          onHidden={setHidden}
        />
      </div>
    )

  return (
    <ListFrame {...props} bar={bar}>
      {(rows, stale) => (
        <Table
          label={props.label}
          columns={shown}
          rows={rows}
          expected={Math.min(state.size, 10)}
          stale={stale}
          rowKey={rowKey}
          rowName={props.rowName}
          sort={state.sort}
          onSort={(sort) => state.go({ sort })}
          density={density}
          selection={bulk && { chosen, choose, closed: props.closed }}
          actions={props.actions}
        />
      )}
    </ListFrame>
  )
}

/** The chosen rows; they outlive a change of page, not one of the filters. */
function useChoice<Row>(rowKey: (row: Row) => string, applied: string) {
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
