import type { ReactNode } from 'react'
import type { Sort } from '../search-params.ts'

export interface Column<Row, Key extends string = string> {
  key: Key
  label: string
  cell: (row: Row) => ReactNode
  /** Sort field of the server. Missing if the column cannot be sorted. */
  sort?: string
  /** The only sort order that the server supports. Missing if the server supports both. */
  order?: Sort['order']
  align?: 'right'
  /** Maximum width of a cell in px. Longer texts are truncated. The default is 240. */
  max?: number
  /** Width of the skeleton in px. */
  bar?: number
  /** Whether the column is hidden by default. */
  optional?: boolean
  /** Whether the column is hidden in windows narrower than 1,280 px. */
  wide?: boolean
  /**
   * Position in the card of a row on phones: the title on the left, and on the right the state, with the end
   * below it. If any column of a list has a position, columns without one are hidden on phones.
   */
  card?: 'title' | 'state' | 'end'
}
