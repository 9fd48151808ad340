import { useMemo } from 'react'
import { stored } from '../../../lib/storage.ts'
import type { ColumnsState } from './ColumnChooser.tsx'
import { type ColumnSettings, inOrder, keysOf, readColumns, shownOf, writeColumns } from './order.ts'

interface Column {
  key: string
  label: string
  optional?: boolean
}

/** Column settings of the open saved view. */
interface OfView {
  /**
   * Keys of the columns that the view shows after the first column; undefined if the viewer's own settings
   * apply.
   */
  columns: readonly string[] | undefined
  onColumns: (keys: readonly string[]) => void
}

/**
 * Returns the visible columns of a list in order, and functions to change them. Changes are stored in the
 * open view, or in this browser if no view is open.
 */
export function useColumns<C extends Column>(
  list: string,
  columns: readonly C[],
  view?: OfView,
): { shown: readonly C[]; chooser: ColumnsState } {
  const name = `list.columns.${list}` as const
  const value = stored.use(name)
  const viewed = view?.columns
  const initially: ColumnSettings = useMemo(
    () => readColumns(null, keysOf(columns.filter(({ optional }) => optional))),
    [columns],
  )
  const settings = useMemo(
    () =>
      viewed
        ? { hidden: keysOf(columns).filter((key) => !viewed.includes(key)), order: viewed }
        : readColumns(value, initially.hidden),
    [value, columns, viewed, initially],
  )
  const shown = useMemo(() => shownOf(columns, settings), [columns, settings])
  const behind = (settings: ColumnSettings) => keysOf(shownOf(columns, settings).slice(1))
  const update = (next: Partial<ColumnSettings>) => {
    const wanted = { ...settings, ...next }
    if (view) view.onColumns(behind(wanted))
    else stored.set(name, writeColumns(wanted))
  }
  return {
    shown,
    chooser: {
      columns: inOrder(columns, settings.order).slice(1),
      hidden: settings.hidden,
      changed: String(behind(settings)) !== String(behind(initially)),
      onHidden: (hidden) => update({ hidden }),
      onOrder: (order) => update({ order }),
      onReset: () => (view ? view.onColumns(behind(initially)) : stored.remove(name)),
    },
  }
}
