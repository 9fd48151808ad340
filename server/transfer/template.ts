import { Readable } from 'node:stream'
import { type Locale, messageText } from '../../contract/errors.ts'
import type { AnyImport, Columns, Fault } from '../core/list-import.ts'
import { zoneOffset } from '../core/time/zone.ts'
import { inLanguage } from '../core/words.ts'
import { fileTime, mediaTypes, type SentFile } from './file.ts'
import type { PlainSheet } from './jobs.ts'
import { columnTitles, words } from './sheet.words.ts'
import { writeWhole } from './thread.ts'
import { titledColumns } from './titles.ts'
import type { Wrong } from './upload.store.ts'

const sent = (name: string, ascii: string, content: Buffer): SentFile => ({
  name: `${name}.xlsx`,
  ascii: `${ascii}.xlsx`,
  type: mediaTypes.xlsx,
  content: Readable.from([content], { objectMode: false }),
})

const entries = (spec: AnyImport) => Object.entries(spec.columns as Columns)

/**
 * Returns a template file for an import. The first sheet contains the column titles, and the second sheet
 * explains them.
 */
export async function template(spec: AnyImport, locale: Locale): Promise<SentFile> {
  const say = (both: readonly [string, string]) => inLanguage(both, locale)
  const columns = entries(spec)
  const explained = columns.map(([, { title, note, example, required }]) => [
    say(title),
    required ? say(words.yes) : '',
    say(note),
    example,
  ])
  const { column, needed, note, example } = columnTitles
  const sheets: PlainSheet[] = [
    {
      name: say(spec.title),
      titles: columns.map(([, { title }]) => say(title)),
      widths: columns.map(([, { width }]) => width ?? 18),
      rows: [],
      asText: true,
    },
    {
      name: say(words.explanation),
      titles: [column, needed, note, example].map(say),
      widths: [18, 10, 70, 40],
      rows: explained,
    },
  ]
  return sent(
    `${say(spec.title)}-${say(words.template)}`,
    `${spec.name}-template`,
    await writeWhole({ kind: 'write', format: 'xlsx', sheets, timeZone: 'UTC' }),
  )
}

/**
 * Returns a file with the invalid rows of an upload, unchanged but with an error description for each. Users
 * can correct the rows and upload this file.
 */
export async function failureFile(
  spec: AnyImport,
  { content, wrong, timeZone, now }: { content: Uint8Array; wrong: Wrong; timeZone: string; now: Date },
  locale: Locale,
): Promise<SentFile> {
  const say = (both: readonly [string, string]) => inLanguage(both, locale)
  const columns = entries(spec)
  const sheet: PlainSheet = {
    name: say(spec.title),
    titles: [...columns.map(([, { title }]) => say(title)), say(columnTitles.wrong)],
    widths: [...columns.map(([, { width }]) => width ?? 18), 60],
    asText: true,
    verbatim: true,
  }
  const time = fileTime(now, zoneOffset(timeZone))
  const faults = new Map(wrong.map(([number, own]) => [number, faultText(spec, own, locale)]))
  return sent(
    `${say(spec.title)}-${say(words.failures)}-${time}`,
    `${spec.name}-failures-${time}`,
    await writeWhole({
      kind: 'failures',
      columns: titledColumns(spec.columns),
      ...{ content, faults, sheet, timeZone },
    }),
  )
}

/** Formats the errors of a row, for example "Device ID: Another device has this ID". */
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
