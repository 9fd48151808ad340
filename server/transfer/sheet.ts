import * as v from 'valibot'
import type { MessageKey, MessageParams } from '../../contract/errors.ts'
import { badInput } from '../core/errors.ts'
import type { Columns, Fault, ImportedColumn, ImportedRow } from '../core/importing.ts'
import { readMessage } from '../core/input.ts'
import { original } from './formula.ts'
import { columnTitles } from './sheet.words.ts'
import { readXlsx, type SheetRow } from './xlsx-reader.ts'
import { fromLocal } from './zone.ts'

/** What a file holds, read by the columns of its template. */
export interface SheetContent {
  rows: ImportedRow[]
  /** Rows of which a cell is not well formed. */
  wrong: Map<number, Record<string, Fault>>
  /** Titles that no column has. */
  ignored: string[]
}

const refuse = (key: MessageKey, params?: MessageParams) => badInput({ file: [key, params] })

type Offset = (instant: number) => number

/** Throws BAD_INPUT for `file` where it is not the template's. */
export async function readSheet(
  content: Uint8Array,
  columns: Columns,
  offset: Offset,
): Promise<SheetContent> {
  const { rows, keys, ignored } = await readByColumn(content, columns)
  const sheet: SheetContent = { rows: [], wrong: new Map(), ignored }
  for (const { number, cells } of rows) {
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
  return sheet
}

/** Rows as they were sent, and which of their cells is which column's. */
export async function readByColumn(
  content: Uint8Array,
  columns: Columns,
): Promise<{ rows: SheetRow[]; keys: Map<number, string>; ignored: string[] }> {
  const [titles, ...rows] = await readXlsx(content)
  if (!titles || !rows.length) throw refuse('import.empty')
  const known = new Map(
    Object.entries(columns).flatMap(([key, { title }]) => title.map((each) => [folded(each), key] as const)),
  )
  const ours = columnTitles.wrong.map(folded)
  const keys = new Map<number, string>()
  const ignored: string[] = []
  for (const [index, cell] of titles.cells.entries()) {
    if (cell === undefined) continue
    const key = known.get(folded(String(cell)))
    if (key) {
      if ([...keys.values()].includes(key)) throw refuse('import.titleTwice', { title: cell })
      keys.set(index, key)
    } else if (!ours.includes(folded(String(cell)))) ignored.push(String(cell).slice(0, 64))
  }
  if (!keys.size) throw refuse('import.titles')
  const found = new Set(keys.values())
  for (const [key, { required, title }] of Object.entries(columns))
    if (required && !found.has(key)) throw refuse('import.column', { title: title.join(' / ') })
  return { rows, keys, ignored }
}

const folded = (title: string): string => title.normalize('NFKC').replace(/[\s*]/g, '').toLowerCase()

/** Of a number with more digits than that, a sheet has lost the last ones. */
const mostDigits = 1e15

function cellValue(
  given: string | number,
  { kind, endOfDay, schema }: ImportedColumn,
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

const day = 86_400_000

/** Of a sheet's own date, or of one written out; null where it is none. */
export function instantOf(given: string | number, offset: Offset, endOfDay = false): Date | null {
  const local =
    typeof given === 'number' ? Math.floor((given - 25_569) * 86_400 + 1e-4) * 1_000 : written(given)
  // From 1900 on, when sheets begin to count, to 9999, when they end.
  if (local === null || local < -25_567 * day || local > 2_932_896 * day) return null
  const last = endOfDay && local % day === 0 && !String(given).includes(':') ? day - 1 : 0
  return new Date(fromLocal(local + last, offset))
}

/** Also with the Chinese signs for year, month and day. */
function written(text: string): number | null {
  const [, year, month, date, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})[-/.\u5e74](\d{1,2})[-/.\u6708](\d{1,2})\u65e5?(?:[T ]*(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(
      text,
    ) ?? []
  if (!year) return null
  const parts = [Number(year), Number(month), Number(date)] as const
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  const local = Date.UTC(parts[0], parts[1] - 1, parts[2], hours, minutes, seconds)
  const back = new Date(local)
  // 31 February is none.
  const same = back.getUTCMonth() === parts[1] - 1 && back.getUTCDate() === parts[2]
  return same && hours < 24 && minutes < 60 && seconds < 60 ? local : null
}
