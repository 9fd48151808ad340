import { Zip, ZipDeflate } from 'fflate'
import { required } from '../../contract/required.ts'
import type { Cell } from '../core/list-export.ts'
import { columnName } from './column-name.ts'
import { beginsFormula, exactText } from './formula.ts'

export interface Sheet {
  name: string
  titles: readonly string[]
  /** Width of each column in characters. */
  widths: readonly number[]
  pages: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
  /**
   * Whether to format empty cells as text. Otherwise a phone number that a user types into a cell would
   * become 1.38E+10.
   */
  asText?: boolean
  /** Whether the texts come from an uploaded file and are therefore guarded already. */
  verbatim?: boolean
}

/** Maximum number of rows in an Excel sheet. */
const mostRows = 1_048_576
const longest = 32_767

/**
 * Writes a workbook. Rows are read only as fast as the file is consumed, so memory usage is constant. Times
 * are written in the given time zone.
 */
export async function* writeXlsx(
  sheets: readonly Sheet[],
  offset: (instant: number) => number,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  const encoder = new TextEncoder()
  async function* add(path: string, parts: AsyncIterable<string> | Iterable<string>) {
    const file = new ZipDeflate(path, { level: 3 })
    zip.add(file)
    for await (const part of parts) {
      file.push(encoder.encode(part))
      yield* written.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* written.splice(0)
  }

  const names: string[] = []
  for (const sheet of sheets) {
    const pages = iterate(sheet.pages)
    const rest: RemainingRows = { rows: undefined }
    try {
      do {
        names.push(rest.rows ? `${sheet.name} ${names.length + 1}` : sheet.name)
        yield* add(`xl/worksheets/sheet${names.length}.xml`, sheetXml(sheet, pages, rest, offset))
      } while (rest.rows)
    } finally {
      await pages.return(undefined)
    }
  }
  for (const [path, xml] of frame(names)) yield* add(path, [xml])
  zip.end()
  yield* written.splice(0)
}

type Rows = readonly (readonly Cell[])[]
interface RemainingRows {
  rows: Rows | undefined
}

async function* iterate(pages: Sheet['pages']): AsyncGenerator<Rows> {
  yield* pages
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of the styles in styles.xml. */
const style = { title: 1, instant: 2, quoted: 3, text: 4 }

/** Writes one sheet. Rows that exceed the maximum of a sheet are stored in `rest` for the next sheet. */
async function* sheetXml(
  { titles, widths, asText, verbatim = false }: Sheet,
  pages: AsyncGenerator<Rows>,
  rest: RemainingRows,
  offset: (instant: number) => number,
): AsyncGenerator<string> {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${asText ? ` style="${style.text}"` : ''}/>`,
  )
  yield `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
  const at = (row: number, column: number) => `${columnName(column)}${row}`
  const rowXml = (row: number, cells: readonly Cell[], cell: (value: Cell, at: string) => string) =>
    `<row r="${row}">${cells.map((value, column) => cell(value, at(row, column))).join('')}</row>`
  yield rowXml(1, titles, (title, address) => text(String(title), address, style.title))
  const body = (value: Cell, address: string) => cellXml(value, address, { offset, verbatim })
  let row = 2
  while (row <= mostRows) {
    const rows: Rows | undefined = rest.rows ?? (await pages.next()).value
    rest.rows = undefined
    if (!rows) break
    const room = mostRows - row + 1
    const taken = rows.slice(0, room)
    if (taken.length < rows.length) rest.rows = rows.slice(room)
    const first = row
    row += taken.length
    yield taken.map((cells, index) => rowXml(first + index, cells, body)).join('')
  }
  yield '</sheetData></worksheet>'
}

interface CellOptions {
  offset: (instant: number) => number
  verbatim: boolean
}

function cellXml(cell: Cell, at: string, { offset, verbatim }: CellOptions): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) {
    // The serial date is rounded down to seconds, because spreadsheet programs would display the last
    // millisecond of a day as the next day.
    const days = Math.floor((cell.getTime() + offset(cell.getTime())) / 1_000) / 86_400 + 25_569
    return `<c r="${at}" s="${style.instant}"><v>${days}</v></c>`
  }
  return text(verbatim ? cell : exactText(cell), at, beginsFormula(cell) ? style.quoted : undefined)
}

const text = (value: string, at: string, styled?: number): string =>
  `<c r="${at}" t="inlineStr"${styled ? ` s="${styled}"` : ''}><is><t xml:space="preserve">${escaped(value)}</t></is></c>`

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/**
 * Escapes text for XML and removes characters that XML cannot contain. A carriage return is written as a
 * character reference, because parsers would otherwise normalize it. `_x0041_` is escaped, because Excel
 * would otherwise read it as A.
 */
const escaped = (value: string): string =>
  value
    .slice(0, longest)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML does not allow
    .replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => required(marks[mark], 'item of marks'))

function frame(names: readonly string[]): [path: string, xml: string][] {
  const sheets = names.map((name, index) => ({ name: escaped(name.slice(0, 31)), number: index + 1 }))
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${head}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${kind}.${type}+xml"/>`
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`
  const xf = (format: number, extra = '') =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${extra}/>`
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${sheets.map(({ number }) => override(`worksheets/sheet${number}`, 'worksheet')).join('')}</Types>`,
    ],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${head}<workbook ${main} xmlns:r="${office}"><sheets>${sheets.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        sheets
          .map(({ number }) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))
          .join('') + relation('rIdStyles', 'styles', 'styles.xml'),
      ),
    ],
    [
      'xl/styles.xml',
      `${head}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${xf(0)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${xf(164, ' applyNumberFormat="1"')}${xf(49, ' applyNumberFormat="1" quotePrefix="1"')}${xf(49, ' applyNumberFormat="1"')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ]
}
