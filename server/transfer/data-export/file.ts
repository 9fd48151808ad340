import type { Cell } from '../../core/list-export.ts'
import { inLanguage, yesOrNo } from '../../core/words.ts'
import type { Rows } from '../jobs.ts'
import { writePages } from '../thread.ts'
import { type ExportOwner, type Section, sections } from './collect.ts'
import type { ExportRow } from './store.ts'
import { columns, sheets } from './words.ts'

/** Yields the content of the export file in chunks. Only one page of rows is in memory at a time. */
export const fileOf = (owner: ExportOwner, { format, time_zone: timeZone }: ExportRow) =>
  format === 'json' ? json(owner) : book(owner, timeZone)

/** Yields a JSON object that contains an array of objects for each section. */
async function* json(owner: ExportOwner): AsyncGenerator<string> {
  yield '{'
  for (const [index, section] of sections.entries()) {
    yield `${index ? ',\n' : '\n'}"${section.name}": [`
    let first = true
    for await (const rows of section.pages(owner))
      for (const row of rows) {
        yield `${first ? '\n' : ',\n'}  ${JSON.stringify(named(section, row))}`
        first = false
      }
    yield ']'
  }
  yield '\n}\n'
}

/** Returns only the declared columns of the row, in their order. */
const named = (section: Section, row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(section.columns.map((column) => [column, row[column] ?? null]))

/** Yields a workbook with one sheet for each section, in the owner's language and time zone. */
function book(owner: ExportOwner, timeZone: string): AsyncGenerator<Uint8Array | string> {
  const { locale } = owner
  const cell = (value: unknown): Cell => {
    if (typeof value === 'boolean') return yesOrNo(value, locale)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value as Cell
    return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
  }
  async function* pages(): AsyncGenerator<Rows | undefined> {
    for (const section of sections) {
      for await (const rows of section.pages(owner))
        yield rows.map((row) => section.columns.map((column) => cell(row[column])))
      // undefined marks the end of the sheet.
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
