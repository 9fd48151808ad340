import { type Archive, openArchive } from './archive.ts'
import { refuse } from './refuse.ts'

export type SpreadsheetFile =
  | { kind: 'xlsx' | 'ods'; archive: Archive }
  | { kind: 'xls' }
  | { kind: 'csv'; text: string }

/**
 * The first bytes of file types that are not spreadsheets, with the name of the file type for the error
 * message.
 */
const known: readonly [begin: string, name: string][] = [
  ['%PDF', 'PDF'],
  ['{\\rtf', 'RTF'],
  ['\x89PNG', 'PNG'],
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['7z\xbc\xaf', '7z'],
  ['Rar!', 'RAR'],
  ['\x1f\x8b', 'GZIP'],
]

/**
 * Detects the type of a file from its content. If the type is not accepted, throws BAD_INPUT with the name of
 * the type.
 */
export function recognize(content: Buffer): SpreadsheetFile {
  const begin = content.toString('latin1', 0, 512)
  if (begin.startsWith('PK\x03\x04')) return recognizeArchive(openArchive(content))
  if (begin.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { kind: 'xls' }
  const other = known.find(([start]) => begin.startsWith(start))
  if (other) throw refuseType(other[1])
  const text = decode(content)
  // Files with the extension .xls often contain HTML or XML. The error names the actual type.
  if (/^\s*<(!doctype html|html|table|body|head|meta)\b/i.test(text)) throw refuseType('HTML')
  if (/^\s*<\?xml|^\s*<\w+[^>]*xmlns/.test(text)) throw refuseType('XML')
  if (/^\s*[[{]\s*["{[\]}]/.test(text)) throw refuseType('JSON')
  return { kind: 'csv', text }
}

export const refuseType = (type: string) => refuse('import.type', { type })

function recognizeArchive(archive: Archive): SpreadsheetFile {
  const has = (path: RegExp) => archive.paths.some((each) => path.test(each))
  if (has(/(^|\/)(externalLinks\/|vbaProject)|^(Basic|Scripts)\//i)) throw refuse('import.active')
  if (has(/(^|\/)workbook\.bin$/i)) throw refuseType('.xlsb')
  if (has(/^word\//i)) throw refuseType('Word')
  if (has(/^ppt\//i)) throw refuseType('PowerPoint')
  if (has(/\.iwa$/i)) throw refuseType('Numbers')
  if (has(/^\[Content_Types\]\.xml$/i)) return { kind: 'xlsx', archive }
  const mimetype = has(/^mimetype$/) ? archive.read('mimetype').toString('latin1', 0, 200) : ''
  if (/opendocument\.spreadsheet/.test(mimetype)) return { kind: 'ods', archive }
  throw refuseType(/opendocument\.(\w+)/.exec(mimetype)?.[0] ?? 'ZIP')
}

/**
 * Decodes text in UTF-8, UTF-16 with a byte order mark, or GB18030. Throws BAD_INPUT if the content is not
 * text.
 */
function decode(content: Buffer): string {
  const mark = content.toString('hex', 0, 2)
  const utf16 = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
  if (!content.length) throw refuse('import.unreadable')
  for (const encoding of utf16 ? [utf16] : ['utf-8', 'gb18030'])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: only binary files have them
      if (!/[\0-\x08\x0e-\x1f]/.test(text)) return text
    } catch {
      // The content is not valid in this encoding. Try the next one.
    }
  throw refuse('import.unreadable')
}
