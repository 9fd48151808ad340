import type { ReactNode } from 'react'
import type { Sort } from '../search-params.ts'

export interface Column<Row, Key extends string = string> {
  key: Key
  label: string
  cell: (row: Row) => ReactNode
  /** Name of the sort field in the API. Missing if the list cannot be sorted by this column. */
  sort?: string
  /** Sort order, if the server supports only one for this column. */
  order?: Sort['order']
  align?: 'right'
  /** Maximum width of a cell in px; the default is 240. Longer texts are truncated. */
  max?: number
  /** Width of the loading skeleton in px. */
  bar?: number
  /** Whether the column is hidden by default. */
  optional?: boolean
  /** Whether the column is hidden in windows narrower than 1,280 px. */
  wide?: boolean
  /**
   * Position in the card that represents a row on phones: `title` is on the left, `state` on the right, and
   * `end` below `state`. If any column of a list has a position, columns without a position are hidden on
   * phones.
   */
  card?: 'title' | 'state' | 'end'
}
