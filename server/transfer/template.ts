import { Readable } from 'node:stream'
import { type Locale, messageText } from '../../contract/errors.ts'
import type { AnyImport, Columns, Fault } from '../core/importing.ts'
import { type Cell, inLanguage } from '../core/listing.ts'
import { mediaTypes, type SentFile } from './file.ts'
import { instantOf, readByColumn } from './sheet.ts'
import { columnTitles, words } from './sheet.words.ts'
import type { Wrong } from './upload.store.ts'
import { type Sheet, writeXlsx } from './xlsx-writer.ts'
import { zoneOffset } from './zone.ts'

const sent = (name: string, sheets: readonly Sheet[], timeZone: string): SentFile => ({
  name: `${name}.xlsx`,
  type: mediaTypes.xlsx,
  content: Readable.from(writeXlsx(sheets, zoneOffset(timeZone)), { objectMode: false }),
})

const entries = (spec: AnyImport) => Object.entries(spec.columns as Columns)

/** The titles to fill in below, and a second sheet that explains them. */
export function template(spec: AnyImport, locale: Locale): SentFile {
  const say = (both: readonly [string, string]) => inLanguage(both, locale)
  const columns = entries(spec)
  const explained = columns.map(([, { title, note, example, required }]) => [
    say(title),
    required ? say(words.yes) : '',
    say(note),
    example,
  ])
  const { column, needed, note, example } = columnTitles
  return sent(
    `${say(spec.title)}-${say(words.template)}`,
    [
      {
        name: say(spec.title),
        titles: columns.map(([, { title }]) => say(title)),
        widths: columns.map(([, { width }]) => width ?? 18),
        pages: [],
        asText: true,
      },
      {
        name: say(words.explanation),
        titles: [column, needed, note, example].map(say),
        widths: [18, 10, 70, 40],
        pages: [explained],
      },
    ],
    'UTC',
  )
}

/** The wrong rows of a file as they were sent, each with what is wrong: mended, it can be uploaded in turn. */
export async function failureFile(
  spec: AnyImport,
  { content, wrong, timeZone }: { content: Uint8Array; wrong: Wrong; timeZone: string },
  locale: Locale,
): Promise<SentFile> {
  const say = (both: readonly [string, string]) => inLanguage(both, locale)
  const columns = entries(spec)
  const offset = zoneOffset(timeZone)
  const { rows, keys } = await readByColumn(content, spec.columns)
  const indexes = new Map([...keys].map(([index, key]) => [key, index]))
  const faults = new Map(wrong)
  const failed = rows.flatMap(({ number, cells }): Cell[][] => {
    const own = faults.get(number)
    if (!own) return []
    const values = columns.map(([key, { kind }]): Cell => {
      const cell = cells[indexes.get(key) ?? -1]
      if (typeof cell !== 'number') return cell
      // A sheet's own date stays one; any other number is text, as in the template.
      return (kind === 'instant' && instantOf(cell, offset)) || String(cell)
    })
    return [[...values, faultText(spec, own, locale)]]
  })
  return sent(
    `${say(spec.title)}-${say(words.failures)}`,
    [
      {
        name: say(spec.title),
        titles: [...columns.map(([, { title }]) => say(title)), say(columnTitles.wrong)],
        widths: [...columns.map(([, { width }]) => width ?? 18), 60],
        pages: [failed],
        asText: true,
      },
    ],
    timeZone,
  )
}

/** Device id: Another device has this id; … */
export const faultText = (spec: AnyImport, faults: Record<string, Fault>, locale: Locale): string =>
  Object.entries(faults)
    .map(([key, [message, params]]) => {
      const text = messageText(message, locale, params)
      const column = (spec.columns as Columns)[key]
      if (!column) return text
      return inLanguage(words.fault, locale)
        .replace('{column}', inLanguage(column.title, locale))
        .replace('{message}', () => text)
    })
    .join(inLanguage(words.between, locale))
