import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../lib/texts.ts'
import { Tools } from './bar/Tools.tsx'
import { useChoice } from './bulk/useChoice.ts'
import styles from './List.module.css'
import { type FrameProps, ListFrame } from './ListFrame.tsx'
import { useDensity, useHiddenColumns } from './preferences.ts'
import { type Column, Table } from './Table.tsx'
import { words } from './words.ts'

interface ListProps<Row> extends FrameProps<Row> {
  /** Its columns are remembered under it. */
  name: string
  /** The first one always shows. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** At the left of the bar. */
  views?: ReactNode
  /** At its right, before what every list has there. */
  tools?: ReactNode
  /** Makes rows selectable: what can be done with the chosen ones. `done` clears the choice. */
  bulk?: ((rows: readonly Row[], done: () => void) => ReactNode) | undefined
  /** Why no bulk action is for a row, where none is. */
  closed?: (row: Row) => string | undefined
  actions?: ((row: Row) => ReactNode) | undefined
}

/** The list of a page: rows in a table, whose filters give way to what can be done with rows once some are chosen. */
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

  const bar = (
    <div className={styles.bar} data-plain={props.tools || props.views ? undefined : ''}>
      {props.views}
      <div className={styles.tools}>
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
    </div>
  )
  const chosenBar = chosen.size > 0 && bulk && (
    <div className={styles.bulk}>
      <strong role="status">{t('selected', { count: chosen.size })}</strong>
      <div className={styles.deeds}>
        {bulk([...chosen.values()], clear)}
        <button type="button" className={`link ${styles.deselect}`} onClick={clear}>
          {t('deselect')}
        </button>
      </div>
    </div>
  )

  return (
    <ListFrame {...props} bar={bar} bulk={chosenBar ? { bar: chosenBar, clear } : undefined}>
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
