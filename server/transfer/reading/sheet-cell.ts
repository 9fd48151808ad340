/** A cell that contains something other than text. */
export interface TypedCell {
  kind: 'number' | 'date' | 'percentage' | 'boolean' | 'error'
  /** The text that the sheet displays. */
  shown: string
  /** The numeric value. For a date, the number of days since 1899-12-30. */
  value: number
  /** Whether the date format includes a time of day. */
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
