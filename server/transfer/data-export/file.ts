import type { Cell } from '../../core/export.ts'
import { inLanguage, yesOrNo } from '../../core/words.ts'
import type { Rows } from '../jobs.ts'
import { writePages } from '../thread.ts'
import { type Section, sections, type Whose } from './collect.ts'
import type { ExportRow } from './store.ts'
import { columns, sheets } from './words.ts'

/** The file of one's own data, piece by piece: so much of it is in memory at a time as a page of rows. */
export const fileOf = (whose: Whose, { format, time_zone: timeZone }: ExportRow) =>
  format === 'json' ? json(whose) : book(whose, timeZone)

/** By section a list of objects. */
async function* json(whose: Whose): AsyncGenerator<string> {
  yield '{'
  for (const [index, section] of sections.entries()) {
    yield `${index ? ',\n' : '\n'}"${section.name}": [`
    let first = true
    for await (const rows of section.pages(whose))
      for (const row of rows) {
        yield `${first ? '\n' : ',\n'}  ${JSON.stringify(named(section, row))}`
        first = false
      }
    yield ']'
  }
  yield '\n}\n'
}

/** The columns alone, in their order. */
const named = (section: Section, row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(section.columns.map((column) => [column, row[column] ?? null]))

/** By section a sheet, in the reader's language and zone. */
function book(whose: Whose, timeZone: string): AsyncGenerator<Uint8Array | string> {
  const { locale } = whose
  const cell = (value: unknown): Cell => {
    if (typeof value === 'boolean') return yesOrNo(value, locale)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value as Cell
    return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
  }
  async function* pages(): AsyncGenerator<Rows | undefined> {
    for (const section of sections) {
      for await (const rows of section.pages(whose))
        yield rows.map((row) => section.columns.map((column) => cell(row[column])))
      // The next sheet's follow.
      yield undefined
    }
  }
  return writePages(
    {
      ...{ kind: 'write', format: 'xlsx', timeZone },
      sheets: sections.map((section) => ({
        name: inLanguage(sheets[section.name], locale),
        titles: section.columns.map((column) => inLanguage(columns[column], locale)),
        widths: section.columns.map(() => 20),
      })),
    },
    pages(),
  )
}
