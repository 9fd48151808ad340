import type { ReactNode } from 'react'
import type { Sort } from '../search-params.ts'

export interface Column<Row, Key extends string = string> {
  key: Key
  label: string
  cell: (row: Row) => ReactNode
  /** The field that the server sorts by; none: not sortable. */
  sort?: string
  /** The one order in which the server sorts by it; both without. */
  order?: Sort['order']
  align?: 'right'
  /** Longest cell, px; what is longer ends in an ellipsis. 240 without. */
  max?: number
  /** Width of its skeleton bar while loading, px. */
  bar?: number
  /** Left out until someone asks for it. */
  optional?: boolean
  /** Left out where the window is narrower than 1,280 px. */
  wide?: boolean
  /**
   * Where a phone shows it; without one it does not, if any column of the list has one. Each row is a card then: title over
   * both lines at the left, state and end under each other at the right.
   */
  card?: 'title' | 'state' | 'end'
}
