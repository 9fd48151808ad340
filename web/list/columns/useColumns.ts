import { useMemo } from 'react'
import { stored } from '../../lib/storage.ts'
import type { ColumnsState } from './ColumnChooser.tsx'
import { inOrder, readColumns, writeColumns } from './order.ts'

interface Column {
  key: string
  label: string
  optional?: boolean
}

/** The columns of one list that show, in their order, and how to change both: remembered in this browser. */
export function useColumns<C extends Column>(
  list: string,
  columns: readonly C[],
): { shown: readonly C[]; chooser: ColumnsState } {
  const name = `list.columns.${list}` as const
  const value = stored.use(name)
  const kept = useMemo(
    () =>
      readColumns(
        value,
        columns.filter(({ optional }) => optional).map(({ key }) => key),
      ),
    [value, columns],
  )
  const ordered = useMemo(() => inOrder(columns, kept.order), [columns, kept])
  const shown = useMemo(
    () => ordered.filter(({ key }, index) => index === 0 || !kept.hidden.includes(key)),
    [ordered, kept],
  )
  const keep = (next: Partial<typeof kept>) => stored.set(name, writeColumns({ ...kept, ...next }))
  return {
    shown,
    chooser: {
      columns: ordered.slice(1),
      hidden: kept.hidden,
      changed: value !== null,
      onHidden: (hidden) => keep({ hidden }),
      onOrder: (order) => keep({ order }),
      onReset: () => stored.remove(name),
    },
  }
}
