import type { Cell } from '../core/list-export.ts'
import { guarded } from './formula.ts'

const bom = '\ufeff'

/**
 * Writes a CSV file (RFC 4180) in UTF-8, with a byte order mark for Excel. Times are written in the given
 * time zone.
 */
export async function* writeCsv(
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
  offset: (instant: number) => number,
): AsyncGenerator<string> {
  const line = (cells: readonly Cell[]) => `${cells.map((cell) => field(textOf(cell, offset))).join(',')}\r\n`
  yield bom + line(titles)
  for await (const rows of pages) yield rows.map(line).join('')
}

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function textOf(cell: Cell, offset: (instant: number) => number): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return localTime(cell, offset)
  return typeof cell === 'string' ? guarded(cell) : String(cell)
}

/** Formats a time in a time zone, for example as 2026-11-20 16:08:00. */
export const localTime = (instant: Date, offset: (instant: number) => number): string =>
  new Date(instant.getTime() + offset(instant.getTime())).toISOString().slice(0, 19).replace('T', ' ')
