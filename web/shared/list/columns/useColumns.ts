import { useMemo } from 'react'
import { stored } from '../../../lib/storage.ts'
import type { ColumnsState } from './ColumnChooser.tsx'
import { inOrder, type Kept, keysOf, readColumns, shownOf, writeColumns } from './order.ts'

interface Column {
  key: string
  label: string
  optional?: boolean
}

/** Of a view that is open. */
interface OfView {
  /** Those behind the first one that it shows; none: as the viewer has them. */
  columns: readonly string[] | undefined
  onColumns: (keys: readonly string[]) => void
}

/**
 * The columns of one list that show, in their order, and how to change both: remembered in this browser, or where a view is
 * open a matter of that view.
 */
export function useColumns<C extends Column>(
  list: string,
  columns: readonly C[],
  view?: OfView,
): { shown: readonly C[]; chooser: ColumnsState } {
  const name = `list.columns.${list}` as const
  const value = stored.use(name)
  const viewed = view?.columns
  const initially: Kept = useMemo(
    () => readColumns(null, keysOf(columns.filter(({ optional }) => optional))),
    [columns],
  )
  const kept = useMemo(
    () =>
      viewed
        ? { hidden: keysOf(columns).filter((key) => !viewed.includes(key)), order: viewed }
        : readColumns(value, initially.hidden),
    [value, columns, viewed, initially],
  )
  const shown = useMemo(() => shownOf(columns, kept), [columns, kept])
  const behind = (kept: Kept) => keysOf(shownOf(columns, kept).slice(1))
  const keep = (next: Partial<Kept>) => {
    const wanted = { ...kept, ...next }
    if (view) view.onColumns(behind(wanted))
    else stored.set(name, writeColumns(wanted))
  }
  return {
    shown,
    chooser: {
      columns: inOrder(columns, kept.order).slice(1),
      hidden: kept.hidden,
      changed: String(behind(kept)) !== String(behind(initially)),
      onHidden: (hidden) => keep({ hidden }),
      onOrder: (order) => keep({ order }),
      onReset: () => (view ? view.onColumns(behind(initially)) : stored.remove(name)),
    },
  }
}
