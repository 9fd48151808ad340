import type { MessageKey, MessageParams } from '../../contract/errors.ts'
import { badInput } from '../core/errors.ts'
import type { Columns, ImportColumn } from '../core/import.ts'
import { foldWidth } from '../core/text.ts'
import { columnTitles } from './sheet.words.ts'
import { readXlsx, type SheetRow } from './xlsx-reader.ts'

/** Of a column what another thread can be told. */
export interface TitledColumn extends Pick<ImportColumn, 'title' | 'required' | 'kind'> {
  key: string
}

export const titledColumns = (columns: Columns): TitledColumn[] =>
  Object.entries(columns).map(([key, { title, required = false, kind = 'text' }]) => ({
    ...{ key, title, required, kind },
  }))

const refuse = (key: MessageKey, params?: MessageParams) => badInput({ file: [key, params] })

/** Rows as they were sent, and which of their cells is which column's. */
export function readByColumn(
  content: Uint8Array,
  columns: readonly TitledColumn[],
): { rows: SheetRow[]; keys: Map<number, string>; ignored: string[] } {
  const [titles, ...rows] = readXlsx(content)
  if (!titles || !rows.length) throw refuse('import.empty')
  const known = new Map(
    columns.flatMap(({ key, title }) => title.map((each) => [folded(each), key] as const)),
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
  for (const { key, required, title } of columns)
    if (required && !found.has(key)) throw refuse('import.column', { title: title.join(' / ') })
  return { rows, keys, ignored }
}

const folded = (title: string): string => foldWidth(title).replace(/[\s*]/g, '').toLowerCase()
