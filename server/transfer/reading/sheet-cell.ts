/** A cell that contains something other than text. */
export interface TypedCell {
  kind: 'number' | 'date' | 'percentage' | 'boolean' | 'error'
  /** The text that a spreadsheet program displays. */
  shown: string
  /** The numeric value. The value of a date is the number of days since 1899-12-30. */
  value: number
  /** Whether the date format includes a time of day. */
  timed: boolean
}

export type SheetCell = string | TypedCell

/** A row and its number in the sheet. Empty cells are omitted. */
export interface SheetRow {
  number: number
  cells: (SheetCell | undefined)[]
  hidden?: true
}

export const shownOf = (cell: SheetCell): string => (typeof cell === 'string' ? cell : cell.shown)
