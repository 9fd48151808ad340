import * as v from 'valibot'
import type { Columns, Fault, ImportColumn, ImportRow } from '../core/import.ts'
import { readMessage } from '../core/input.ts'
import { original } from './formula.ts'
import { instantOf } from './instant.ts'
import { readRows } from './thread.ts'
import { titledColumns } from './titles.ts'
import type { SheetRow } from './xlsx-reader.ts'

/** What a file holds, read by the columns of its template. */
interface SheetContent {
  rows: ImportRow[]
  /** Rows of which a cell is not well formed. */
  wrong: Map<number, Record<string, Fault>>
  /** Titles that no column has. */
  ignored: string[]
}

type Offset = (instant: number) => number

/** Throws BAD_INPUT for `file` where it is not the template's. */
export async function readSheet(
  content: Uint8Array,
  columns: Columns,
  offset: Offset,
): Promise<SheetContent> {
  const sheet: SheetContent = { rows: [], wrong: new Map(), ignored: [] }
  for await (const { rows, keys, ignored } of readRows({
    kind: 'read',
    content,
    columns: titledColumns(columns),
  })) {
    sheet.ignored = [...ignored]
    for (const row of rows) take(sheet, row, keys, columns, offset)
  }
  return sheet
}

/** Adds the row to those that are well formed, or to those that are not. */
function take(
  sheet: SheetContent,
  { number, cells }: SheetRow,
  keys: ReadonlyMap<number, string>,
  columns: Columns,
  offset: Offset,
): void {
  const values: Record<string, unknown> = {}
  const faults: Record<string, Fault> = {}
  for (const [index, key] of keys) {
    const given = cells[index]
    if (given === undefined) continue
    const read = cellValue(given, columns[key]!, offset)
    if (!read) continue
    if ('fault' in read) faults[key] = read.fault
    else values[key] = read.value
  }
  if (Object.keys(faults).length) sheet.wrong.set(number, faults)
  else sheet.rows.push({ number, values })
}

/** Of a number with more digits than that, a sheet has lost the last ones. */
const mostDigits = 1e15

function cellValue(
  given: string | number,
  { kind, endOfDay, schema }: ImportColumn,
  offset: Offset,
): { value: unknown } | { fault: Fault } | null {
  const text = original(String(given)).trim()
  if (text === '') return null
  if (typeof given === 'number' && kind !== 'instant' && Math.abs(given) >= mostDigits)
    return { fault: ['import.digits'] }
  const value =
    kind === 'instant' ? instantOf(typeof given === 'number' ? given : text, offset, endOfDay) : text
  if (value === null) return { fault: ['import.date'] }
  const result = v.safeParse(schema, value, { abortEarly: true, abortPipeEarly: true })
  if (result.success) return { value: result.output }
  return { fault: readMessage(result.issues[0].message) }
}
