import type { ReactNode } from 'react'
import type { Sort } from '../search-params.ts'

export interface Column<Row, Key extends string = string> {
  key: Key
  label: string
  cell: (row: Row) => ReactNode
  /** The server's sort field. Missing if the column is not sortable. */
  sort?: string
  /** The only sort order that the server supports. Missing if it supports both. */
  order?: Sort['order']
  align?: 'right'
  /** Maximum width of a cell in px, 240 by default. Longer texts are truncated. */
  max?: number
  /** Width of the skeleton in px. */
  bar?: number
  /** Hidden by default. */
  optional?: boolean
  /** Hidden if the window is narrower than 1,280 px. */
  wide?: boolean
  /**
   * Position in a card on phones: the title on the left, the state above the end on the right. If any column
   * of a list has one, columns without one are not shown on phones.
   */
  card?: 'title' | 'state' | 'end'
}
