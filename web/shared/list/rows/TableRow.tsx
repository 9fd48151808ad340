import { type CSSProperties, memo, type ReactNode, useState } from 'react'
import type { Translate } from '../../../lib/texts.ts'
import { Check } from '../../../ui/fields/Check.tsx'
import type { Column } from '../columns/column.ts'
import styles from '../Table.module.css'
import type { words } from '../words.ts'

export interface RowProps {
  id: string
  row: unknown
  name: string
  columns: readonly Column<unknown>[]
  /** Whether the row is selected; undefined if rows cannot be selected. */
  chosen: boolean | undefined
  closed: string | undefined
  choose: ((rows: readonly unknown[], chosen: boolean) => void) | undefined
  actions: ((row: unknown) => ReactNode) | undefined
  t: Translate<typeof words>
}

/** A table row. It is rerendered only when its own data changes. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { id, row, name, columns, chosen, closed, choose, actions, t } = props
  // When another row takes over the elements of this one, a menu that has been opened is remounted. A menu
  // that was never opened is reused.
  const [pressed, setPressed] = useState<string>()
  const [menus, setMenus] = useState(0)
  if (pressed !== undefined && pressed !== id) {
    setPressed(undefined)
    setMenus(menus + 1)
  }
  return (
    <tr data-chosen={chosen || undefined}>
      {chosen !== undefined && (
        <td className={styles.choice} data-choice title={closed}>
          <Check
            aria-label={t('selectRow', { name })}
            aria-description={closed}
            checked={chosen}
            disabled={closed !== undefined}
            onChange={(checked) => choose?.([row], checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
      {actions && (
        <td className={styles.actions} data-actions>
          <div key={menus} className={styles.actionsRow} onClickCapture={() => setPressed(id)}>
            {actions(row)}
          </div>
        </td>
      )}
    </tr>
  )
})

function Cell({ column, row }: { column: Column<unknown>; row: unknown }) {
  const content = column.cell(row)
  const empty = content === null || content === undefined || content === ''
  return (
    <td
      className={styles.cell}
      data-align={column.align}
      data-wide={column.wide || undefined}
      data-card={column.card}
      data-empty={empty || undefined}
      style={column.max ? ({ '--longest': `${column.max / 16}rem` } as CSSProperties) : undefined}
      title={typeof content === 'string' && !empty ? content : undefined}
    >
      {empty ? '—' : content}
    </td>
  )
}
