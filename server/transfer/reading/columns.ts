import { foldWidth } from '../../core/text.ts'
import { columnTitles } from '../sheet.words.ts'
import type { TitledColumn } from '../titles.ts'
import { readBook } from './book.ts'
import { refuse } from './refuse.ts'
import { type SheetRow, shownOf } from './sheet-cell.ts'

/** Rows of a file, excluding the header row. `keys` maps each cell index to its column key. */
export interface RowsByColumn {
  rows: SheetRow[]
  keys: Map<number, string>
  /** Column titles in the file that match no column of the template. */
  ignored: string[]
  /** Number of rows that are hidden in the sheet. */
  hidden: number
}

/**
 * Reads a file and assigns its columns by their titles. Throws BAD_INPUT for `file` if the file has no rows
 * or a required column is missing.
 */
export function readByColumn(content: Uint8Array, columns: readonly TitledColumn[]): RowsByColumn {
  const [titles, ...rows] = readBook(content)
  if (!titles || !rows.length) throw refuse('import.empty')
  const known = new Map(
    columns.flatMap(({ key, title }) => title.map((each) => [folded(each), key] as const)),
  )
  const ours = columnTitles.wrong.map(folded)
  const keys = new Map<number, string>()
  const ignored: string[] = []
  for (const [index, cell] of titles.cells.entries()) {
    if (cell === undefined) continue
    const title = shownOf(cell)
    const key = known.get(folded(title))
    if (key) {
      if ([...keys.values()].includes(key)) throw refuse('import.titleTwice', { title })
      keys.set(index, key)
    } else if (!ours.includes(folded(title))) ignored.push(title.slice(0, 64))
  }
  if (!keys.size) throw refuse('import.titles')
  const found = new Set(keys.values())
  for (const { key, required, title } of columns)
    if (required && !found.has(key)) throw refuse('import.column', { title: title.join(' / ') })
  return { rows, keys, ignored, hidden: rows.filter((row) => row.hidden).length }
}

const folded = (title: string): string => foldWidth(title).replace(/[\s*]/g, '').toLowerCase()
