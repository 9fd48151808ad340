import * as v from 'valibot'
import { required } from '../../contract/required.ts'
import { readMessage } from '../core/input.ts'
import type { Columns, Fault, ImportColumn, ImportRow } from '../core/list-import.ts'
import { columnName } from './column-name.ts'
import { isErrorValue, unguarded } from './formula.ts'
import { instantOf, type LocalTime, timeOfDays, timeOfText } from './instant.ts'
import type { SheetCell, SheetRow, TypedCell } from './reading/sheet-cell.ts'
import { readRows } from './thread.ts'
import { titledColumns } from './titles.ts'

/** Content of a file, assigned to the columns of the template. */
interface SheetContent {
  rows: ImportRow[]
  /** Errors of the rows that contain a malformed cell, by row number and column. */
  wrong: Map<number, Record<string, Fault>>
  /** Column titles in the file that match no column of the template. */
  ignored: string[]
  /** Number of rows that are hidden in the sheet. */
  hidden: number
}

type Offset = (instant: number) => number

/**
 * Reads a file using the columns of the template. Throws BAD_INPUT for `file` if the file does not match the
 * template.
 */
export async function readSheet(
  content: Uint8Array,
  columns: Columns,
  offset: Offset,
): Promise<SheetContent> {
  const sheet: SheetContent = { rows: [], wrong: new Map(), ignored: [], hidden: 0 }
  for await (const { rows, keys, ignored, hidden } of readRows({
    kind: 'read',
    content,
    columns: titledColumns(columns),
  })) {
    Object.assign(sheet, { ignored, hidden })
    for (const row of rows) addRow(sheet, row, keys, columns, offset)
  }
  return sheet
}

/** Adds the row to `sheet.rows`, or its errors to `sheet.wrong`. */
function addRow(
  sheet: SheetContent,
  { number, cells }: SheetRow,
  keys: ReadonlyMap<number, string>,
  columns: Columns,
  offset: Offset,
): void {
  const values: Record<string, unknown> = {}
  const faults: Record<string, Fault> = {}
  for (const [index, key] of keys) {
    const cell = cells[index]
    if (cell === undefined) continue
    const result = cellValue(
      cell,
      `${columnName(index)}${number}`,
      required(columns[key], 'item of columns'),
      offset,
    )
    if (!result) continue
    if ('fault' in result) faults[key] = result.fault
    else values[key] = result.value
  }
  if (Object.keys(faults).length) sheet.wrong.set(number, faults)
  else sheet.rows.push({ number, values })
}

type Result<T> = { value: T } | { fault: Fault }

/**
 * Returns the value or the error of a cell, or null if the cell is blank. `cell` is the cell's address for
 * error messages.
 */
function cellValue(
  given: SheetCell,
  cell: string,
  { kind, endOfDay, schema }: ImportColumn,
  offset: Offset,
): Result<unknown> | null {
  let value: unknown
  if (kind === 'instant') {
    const time = timeOf(given, cell)
    if (!time || 'fault' in time) return time
    value = instantOf(time.value, offset, endOfDay)
  } else {
    const text = textOf(given, cell)
    if (!text || 'fault' in text) return text
    value = text.value
  }
  const result = v.safeParse(schema, value, { abortEarly: true, abortPipeEarly: true })
  return result.success ? { value: result.output } : { fault: readMessage(result.issues[0].message) }
}

/** Spreadsheets store only 15 digits, so numbers from this size on may have lost digits. */
const mostDigits = 1e15

function textOf(given: SheetCell, cell: string): Result<string> | null {
  if (typeof given === 'string') {
    const text = given.trim()
    if (isErrorValue(text)) return { fault: ['import.cellError', { cell, value: text }] }
    const value = unguarded(text).trim()
    return value ? { value } : null
  }
  const { kind, shown, value } = given
  if (kind !== 'number') return { fault: typeFault(given, cell) }
  const lossy = Math.abs(value) >= mostDigits || /\dE[+-]?\d/i.test(shown)
  return lossy ? { fault: ['import.digits'] } : { value: shown }
}

function typeFault({ kind, shown }: TypedCell, cell: string): Fault {
  const params = { cell, value: shown }
  if (kind === 'error') return ['import.cellError', params]
  return [kind === 'boolean' ? 'import.cellBoolean' : 'import.cellFormat', params]
}

function timeOf(given: SheetCell, cell: string): Result<LocalTime> | null {
  if (typeof given !== 'string') {
    if (given.kind === 'number') return { fault: ['import.cellNumber', { cell, value: given.shown }] }
    if (given.kind !== 'date') return { fault: typeFault(given, cell) }
    return inRange(timeOfDays(given.value, given.timed), cell)
  }
  const text = unguarded(given.trim()).trim()
  if (text === '') return null
  if (isErrorValue(text)) return { fault: ['import.cellError', { cell, value: text }] }
  const time = timeOfText(text)
  return time ? inRange(time, cell) : { fault: ['import.date'] }
}

/**
 * Checks that a date is in the range of spreadsheets, which ends in the year 9999. A date before 1970 was
 * probably meant as a time of day or a plain number.
 */
function inRange(time: LocalTime, cell: string): Result<LocalTime> {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59)
  if (time.ms < 0) return { fault: ['import.cellEarly', { cell }] }
  return time.ms > last ? { fault: ['import.date'] } : { value: time }
}
