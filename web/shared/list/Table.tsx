import { type ReactNode, useDeferredValue, useState } from 'react'
import { IconArrowsSort, IconSortAscending, IconSortDescending } from '#icons'
import type { Density } from '../../../contract/list-display.ts'
import { required } from '../../../contract/required.ts'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { Check } from '../../ui/fields/Check.tsx'
import type { Choice } from './bulk/useChoice.ts'
import type { Column } from './columns/column.ts'
import touched from './phone/Selecting.module.css'
import { useHold } from './phone/useHold.ts'
import { Rows, rowsInSight } from './rows/Rows.tsx'
import { useSlots } from './rows/slots.ts'
import { type RowProps, TableRow } from './rows/TableRow.tsx'
import { ordersOf, type Sort } from './search-params.ts'
import styles from './Table.module.css'
import { words } from './words.ts'

interface Selection<Row> {
  chosen: Choice<Row>
  choose: (rows: readonly Row[], chosen: boolean) => void
  /** Returns the reason why a row cannot be selected for bulk actions, or undefined if it can. */
  closed?: ((row: Row) => string | undefined) | undefined
  /** Set on phones, where checkboxes are shown only in selection mode. `hold` starts selection mode. */
  byTouch?: { selecting: boolean; hold: () => void } | undefined
}

/** A row of a list, identified by its id. */
export interface NamedRow {
  id: string
  name?: string
}

/**
 * `columns` and the callbacks must be referentially stable, so that a row is only rerendered when its data
 * changes.
 */
interface TableProps<Row extends NamedRow> {
  label: string
  columns: readonly Column<Row>[]
  /** The rows of the page; undefined during the first load. */
  rows: readonly Row[] | undefined
  /** Number of skeleton rows during the first load. */
  expected: number
  stale: boolean
  rowName: (row: Row) => string
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  density: Density
  selection?: Selection<Row> | undefined
  actions?: ((row: Row) => ReactNode) | undefined
}

export function Table<Row extends NamedRow>(props: TableProps<Row>) {
  const t = useTexts(words)
  const { columns, rows, selection, actions } = props
  const open = selection && rows?.filter((row) => !selection.closed?.(row))
  // The rows outside the visible part of the table are rendered after the visible rows have been painted.
  const [atOnce] = useState(rowsInSight)
  const later = useDeferredValue(rows)
  const byTouch = selection?.byTouch
  const touch = useHold({
    selecting: byTouch?.selecting ?? false,
    onPick(place) {
      const row = rows?.[place]
      if (!row || !selection) return
      byTouch?.hold()
      if (!selection.closed?.(row)) selection.choose([row], !selection.chosen.has(row.id))
    },
  })
  const chosenHere = open?.filter(({ id }) => selection?.chosen.has(id)).length ?? 0

  return (
    <Rows stale={props.stale}>
      <table
        className={`${styles.table} ${touched.touch}`}
        data-density={props.density}
        data-cards={columns.some(({ card }) => card) || undefined}
        data-selecting={byTouch?.selecting || undefined}
        aria-label={props.label}
        aria-busy={!rows}
      >
        <thead>
          <tr>
            {selection && (
              <td className={styles.choice} data-choice>
                <Check
                  aria-label={t('selectAll')}
                  checked={chosenHere > 0 && chosenHere === required(open, 'open').length}
                  mixed={chosenHere > 0 && chosenHere < required(open, 'open').length}
                  disabled={!open?.length}
                  onChange={(checked) => selection.choose(required(open, 'open'), checked)}
                />
              </td>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {actions && (
              <th scope="col" className={styles.actions} data-actions>
                <span className={styles.actionsLabel}>{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...(byTouch && touch)}>
          {rows
            ? [rows.slice(0, atOnce), later?.slice(atOnce)].map((part, index) => (
                <FilledRows key={index} {...props} rows={part ?? []} />
              ))
            : Array.from({ length: props.expected }, (_, index) => (
                <BarRow key={index} index={index} {...{ columns, selection, actions }} />
              ))}
        </tbody>
      </table>
    </Rows>
  )
}

type FilledRowsProps<Row extends NamedRow> = Pick<
  TableProps<Row>,
  'columns' | 'rowName' | 'selection' | 'actions'
> & { rows: readonly Row[] }

function FilledRows<Row extends NamedRow>({
  rows,
  columns,
  rowName,
  selection,
  actions,
}: FilledRowsProps<Row>) {
  const t = useTexts(words)
  const slots = useSlots(rows.map(({ id }) => id))
  return rows.map((row, index) => (
    <TableRow
      key={slots[index]}
      id={row.id}
      row={row}
      name={rowName(row)}
      columns={columns as readonly Column<unknown>[]}
      chosen={selection ? selection.chosen.has(row.id) : undefined}
      closed={selection?.closed?.(row)}
      choose={selection?.choose as RowProps['choose']}
      actions={actions as RowProps['actions']}
      t={t}
    />
  ))
}

function Head<Row extends NamedRow>({
  column,
  sort,
  onSort,
}: Pick<TableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }) {
  const t = useTexts(words)
  const field = column.sort
  const order = field !== undefined && sort?.field === field ? sort.order : null
  const choices = ordersOf(column)
  const next = order === null ? choices[0] : choices[choices.indexOf(order) + 1]
  return (
    <th
      scope="col"
      data-align={column.align}
      data-wide={column.wide || undefined}
      aria-sort={order === null ? undefined : order === 'ASC' ? 'ascending' : 'descending'}
    >
      {field === undefined ? (
        column.label
      ) : (
        <button
          type="button"
          className={styles.sort}
          data-sorted={order !== null || undefined}
          title={t('sortBy', { column: column.label })}
          onClick={() => onSort(next ? { field, order: next } : null)}
        >
          {column.label}
          <SortIcon order={order} />
        </button>
      )}
    </th>
  )
}

function SortIcon({ order }: { order: Sort['order'] | null }) {
  const Icon = order === null ? IconArrowsSort : order === 'ASC' ? IconSortAscending : IconSortDescending
  return <Icon size={14} stroke={1.6} aria-hidden />
}

const barWidths = [1, 0.7, 0.85, 1, 0.7, 0.85]

function BarRow({
  index,
  columns,
  selection,
  actions,
}: {
  index: number
  columns: readonly Pick<Column<never>, 'key' | 'bar' | 'wide' | 'card'>[]
  selection: unknown
  actions: unknown
}) {
  const share = required(barWidths[index % barWidths.length], 'item of barWidths')
  return (
    <tr>
      {Boolean(selection) && (
        <td className={styles.choice} data-choice>
          <Bar width={16} height={16} />
        </td>
      )}
      {columns.map(({ key, wide, card, bar = 96 }) => (
        <td key={key} data-wide={wide || undefined} data-card={card}>
          <Bar width={Math.round(bar * share)} />
        </td>
      ))}
      {Boolean(actions) && (
        <td className={styles.actions} data-actions>
          <div className={styles.actionsRow}>
            <Bar width={56} />
          </div>
        </td>
      )}
    </tr>
  )
}
