/** A cell that is not text. */
export interface TypedCell {
  kind: 'number' | 'date' | 'percentage' | 'boolean' | 'error'
  /** Text as displayed in the sheet. */
  shown: string
  /** Numeric value. Dates are days since 1899-12-30. */
  value: number
  /** Whether the date format displays a time of day. */
  timed: boolean
}

export type SheetCell = string | TypedCell

/** A row with its number in the sheet. Empty cells are omitted. */
export interface SheetRow {
  number: number
  cells: (SheetCell | undefined)[]
  hidden?: true
}

export const shownOf = (cell: SheetCell): string => (typeof cell === 'string' ? cell : cell.shown)
