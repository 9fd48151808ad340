import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { type Density, type Display, densities } from '../../../contract/list-display.ts'
import { stored } from '../../lib/storage.ts'
import { useTexts } from '../../lib/texts.ts'
import { Tools } from './bar/Tools.tsx'
import { closeAction, useRunning } from './bulk/actions.ts'
import { type BulkAction, BulkActions } from './bulk/BulkActions.tsx'
import { ActionBar, BulkBar } from './bulk/BulkBar.tsx'
import { type Chosen, chosenOf, useChoice } from './bulk/useChoice.ts'
import type { ColumnsState } from './columns/ColumnChooser.tsx'
import type { Column } from './columns/column.ts'
import { keysOf } from './columns/order.ts'
import { useColumns } from './columns/useColumns.ts'
import styles from './List.module.css'
import { type FrameProps, ListFrame } from './ListFrame.tsx'
import { PhoneTools } from './phone/PhoneTools.tsx'
import { useSelecting } from './phone/useSelecting.ts'
import { type NamedRow, Table } from './Table.tsx'
import { ViewNotice } from './views/ViewNotice.tsx'
import { ViewTabs } from './views/ViewTabs.tsx'
import { words } from './words.ts'

const nameOf = ({ name, id }: NamedRow): string => name ?? id

interface ListProps<Row extends NamedRow> extends FrameProps<Row> {
  /** Name under which the column settings are stored. */
  name: string
  /** The first column is always shown. */
  columns: readonly Column<Row>[]
  /** Returns the name of a row for screen readers. If missing, the row's `name` is used. */
  rowName?: (row: Row) => string
  /** Tools on the right of the toolbar, to the left of the tools that every list has. */
  tools?: ReactNode
  /** Makes rows selectable. Returns the bulk actions for the selected rows. `done` clears the selection. */
  bulk?: ((chosen: Chosen<Row>, done: () => void) => readonly BulkAction[]) | undefined
  /**
   * Returns the ids of all rows that match the filters now, or null if more rows match than can be selected.
   */
  matching?: () => Promise<readonly string[] | null>
  /** Chinese measure word used with the number of rows. */
  unit?: string
  /** Returns the reason why a row cannot be selected for bulk actions, or undefined if it can. */
  closed?: (row: Row) => string | undefined
  actions?: ((row: Row) => ReactNode) | undefined
}

/**
 * List of a page: a table with filters and saved views. While rows are selected, bulk actions replace the
 * filters.
 */
export function List<Row extends NamedRow>(props: ListProps<Row>) {
  const t = useTexts(words)
  const { query, state, columns, bulk } = props
  const [ownDensity, setDensity] = useDensity()
  const { view, display } = state.saved
  const density = display?.density ?? ownDensity
  const onColumns = (columns: readonly string[]) => state.go({ display: { columns, density } }, true)
  const { shown, chooser } = useColumns(props.name, columns, view && { columns: display?.columns, onColumns })
  const now = { columns: keysOf(shown.slice(1)), density }
  const { chosen, all, choose, chooseAll, clear } = useChoice<Row>(JSON.stringify(state.filters))
  const { phone, selecting, setBegun } = useSelecting(chosen.size > 0, clear)
  const begin = useCallback(() => setBegun(true), [setBegun])
  const end = useCallback(() => {
    setBegun(false)
    clear()
  }, [setBegun, clear])

  const page = query.data
  const open = page?.data.filter((row) => !props.closed?.(row)) ?? []
  const onPage = chosen.size === open.length && open.every((row) => chosen.has(row.id))
  const unit = props.unit ?? t('rowUnit')
  const running = useRunning(props.name)
  const chosenBar = running ? (
    <ActionBar list={props.name} unit={unit} onAgain={(ids) => chooseAll(ids, false)} />
  ) : (
    (chosen.size > 0 || selecting) &&
    bulk && (
      <BulkBar
        chosen={chosen.size}
        onPage={onPage && open.length > 0}
        onWhole={phone ? (taken) => choose(open, taken) : undefined}
        all={all}
        shown={page?.data.length ?? 0}
        count={page?.count ?? 0}
        countExact={page?.countExact ?? false}
        unit={unit}
        matching={props.matching}
        onAll={chooseAll}
        onPageOnly={() => {
          clear()
          choose(open, true)
        }}
        clear={end}
      >
        <BulkActions actions={chosen.size > 0 ? bulk(chosenOf(chosen), end) : []} />
      </BulkBar>
    )
  )
  const leave = useCallback(() => {
    end()
    if (running?.end) closeAction(props.name)
  }, [end, running, props.name])

  return (
    <ListFrame
      {...props}
      bar={(filters) => (
        <>
          <ListBar
            {...{ phone, columns, chooser, density, filters, state }}
            tools={props.tools}
            views={props.views}
            display={now}
            onDensity={view ? (density) => state.go({ display: { ...now, density } }, true) : setDensity}
            onSelect={bulk && !selecting ? begin : undefined}
            plain={!bulk}
          />
          <ViewNotice state={state} />
        </>
      )}
      bulk={chosenBar ? { bar: chosenBar, clear: leave } : undefined}
    >
      {(rows, stale) => (
        <Table
          label={props.label}
          columns={shown}
          rows={rows}
          expected={Math.min(state.size, 10)}
          stale={stale}
          rowName={props.rowName ?? nameOf}
          sort={state.sort}
          onSort={(sort) => state.go({ sort })}
          density={density}
          selection={
            bulk && {
              ...{ chosen, choose, closed: props.closed },
              byTouch: phone && !running ? { selecting, hold: begin } : undefined,
            }
          }
          actions={props.actions}
        />
      )}
    </ListFrame>
  )
}

/**
 * Returns the row height and a function that changes it. The row height applies to all lists and is stored in
 * this browser.
 */
function useDensity(): [Density, (next: Density) => void] {
  const value = stored.use('list.density')
  return [densities.find((each) => each === value) ?? 'normal', (next) => stored.set('list.density', next)]
}

interface ListBarProps<Row> extends Pick<FrameProps<Row>, 'state' | 'views'> {
  phone: boolean
  columns: readonly Column<Row>[]
  chooser: ColumnsState
  density: Density
  onDensity: (density: Density) => void
  display: Display
  tools: ReactNode
  /** The button that opens the filter sheet, if that button is in the toolbar. */
  filters: ReactNode
  onSelect: (() => void) | undefined
  /** Whether the rows of the list cannot be selected. */
  plain: boolean
}

/** Toolbar above a list, with views on the left and tools on the right. */
function ListBar<Row>({
  phone,
  columns,
  chooser,
  density,
  onDensity,
  display,
  tools,
  filters,
  state,
  views,
  onSelect,
  plain,
}: ListBarProps<Row>) {
  const client = useQueryClient()
  const tabs = views !== undefined || state.saved.list !== undefined
  return (
    <div className={styles.bar} data-plain={tools || tabs || !plain || filters ? undefined : ''}>
      {tabs && <ViewTabs quick={views} state={state} display={display} arranged={chooser.changed} />}
      <div className={styles.tools}>
        {phone && (
          <PhoneTools
            columns={columns}
            sort={state.sort}
            onSort={(sort) => state.go({ sort })}
            onSelect={onSelect}
          />
        )}
        {tools}
        <Tools
          onRefresh={() => void client.invalidateQueries()}
          density={density}
          onDensity={onDensity}
          // The column settings do not apply to cards, so the button for them is omitted.
          columns={phone && columns.some(({ card }) => card) ? undefined : chooser}
        />
        {filters}
      </div>
    </div>
  )
}
