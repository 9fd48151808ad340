import type { Cell } from '../core/list-export.ts'
import { zoneOffset } from '../core/time/zone.ts'
import { writeCsv } from './csv.ts'
import { instantOf, timeOfDays } from './instant.ts'
import type { RowsByColumn } from './reading/columns.ts'
import { type SheetCell, type SheetRow, shownOf } from './reading/sheet-cell.ts'
import type { TitledColumn } from './titles.ts'
import { type Sheet, writeXlsx } from './xlsx-writer.ts'

export type Rows = readonly (readonly Cell[])[]

/**
 * A sheet that can be sent to a worker thread. If `rows` is missing, the thread requests the rows page by
 * page.
 */
export interface PlainSheet extends Omit<Sheet, 'pages'> {
  rows?: Rows
}

/** A job for a worker thread. It contains only values that can be cloned. */
export type Job =
  | { kind: 'read'; content: Uint8Array; columns: readonly TitledColumn[] }
  | { kind: 'write'; format: 'xlsx' | 'csv'; sheets: readonly PlainSheet[]; timeZone: string }
  | {
      /**
       * Writes a file with the invalid rows of an uploaded file. The rows are unchanged, and each has an
       * error description.
       */
      kind: 'failures'
      content: Uint8Array
      columns: readonly TitledColumn[]
      faults: ReadonlyMap<number, string>
      sheet: PlainSheet
      timeZone: string
    }

/** Rows that were read from a file. `keys` contains the column key for each cell index. */
export interface RowsRead {
  rows: readonly SheetRow[]
  keys: ReadonlyMap<number, string>
  ignored: readonly string[]
  hidden: number
}

/** Number of rows per message between threads. */
const batch = 1_000

/** Runs a job and yields its results, which are RowsRead for `read` and otherwise chunks of a file. */
export async function* run(
  job: Job,
  nextPage: () => Promise<Rows | undefined>,
): AsyncGenerator<RowsRead | Uint8Array | string> {
  if (job.kind === 'read') {
    const { rows, ...rest } = await readFile(job)
    for (let at = 0; at < rows.length; at += batch) yield { ...rest, rows: rows.slice(at, at + batch) }
    return
  }
  const offset = zoneOffset(job.timeZone)
  if (job.kind === 'failures') {
    const rows = failedRows(job, await readFile(job), offset)
    yield* writeXlsx([{ ...job.sheet, pages: [rows] }], offset)
    return
  }
  async function* requestedPages(): AsyncGenerator<Rows> {
    for (let page = await nextPage(); page; page = await nextPage()) yield page
  }
  const sheets = job.sheets.map(({ rows, ...sheet }) => ({
    ...sheet,
    pages: rows ? [rows] : requestedPages(),
  }))
  if (job.format === 'xlsx') yield* writeXlsx(sheets, offset)
  else for (const { titles, pages } of sheets) yield* writeCsv(titles, pages, offset)
}

type ReadJob = Pick<Extract<Job, { kind: 'read' }>, 'content' | 'columns'>

/** Import the reader only when it is needed, so that exports and templates start faster. */
async function readFile({ content, columns }: ReadJob): Promise<RowsByColumn> {
  const { readByColumn } = await import('./reading/columns.ts')
  return readByColumn(content, columns)
}

function failedRows(
  { columns, faults }: Extract<Job, { kind: 'failures' }>,
  { rows, keys }: RowsByColumn,
  offset: (instant: number) => number,
): Cell[][] {
  const indexes = new Map([...keys].map(([index, key]) => [key, index]))
  return rows.flatMap(({ number, cells }): Cell[][] => {
    const fault = faults.get(number)
    if (fault === undefined) return []
    const values = columns.map(({ key, kind }): Cell => {
      const cell = cells[indexes.get(key) ?? -1]
      return cell && (kind === 'instant' ? sentDate(cell, offset) : shownOf(cell))
    })
    return [[...values, fault]]
  })
}

/**
 * Returns a date with a time of day as a Date. A date without a time of day is returned as text, because the
 * written file would otherwise show a time.
 */
function sentDate(cell: SheetCell, offset: (instant: number) => number): Cell {
  if (typeof cell === 'string' || cell.kind !== 'date') return shownOf(cell)
  const time = timeOfDays(cell.value, cell.timed)
  const local = new Date(time.ms)
  if (Number.isNaN(local.getTime())) return cell.shown
  return cell.timed ? instantOf(time, offset) : local.toISOString().slice(0, 10)
}
