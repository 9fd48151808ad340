import * as XLSX from '@e965/xlsx'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { AppError } from '../../core/errors.ts'
import { columnName } from '../column-name.ts'
import type { Archive } from './archive.ts'
import {
  checkColumn,
  counter,
  type HiddenRows,
  type OdsList,
  odsHandler,
  type SheetList,
  type XlsxList,
  xlsxHandler,
} from './bounds.ts'
import { sheetCell } from './cells.ts'
import { chineseFormats } from './formats.words.ts'
import { recognize, refuseType } from './kind.ts'
import { refuse } from './refuse.ts'
import type { SheetCell, SheetRow } from './sheet-cell.ts'
import { normalizeXml, type XmlHandler, type XmlOptions } from './xml.ts'

/** Functions of SheetJS that are missing from its type declarations. */
interface Parsers {
  /** Parses an archive that has the interface of a JSZip 2 object. */
  parse_zip(archive: { files: Record<string, Part> }, options: XLSX.ParsingOptions): XLSX.WorkBook
  parse_xlscfb(file: unknown, options: XLSX.ParsingOptions): XLSX.WorkBook
}
const { parse_zip, parse_xlscfb } = XLSX as unknown as Parsers

interface Part {
  name: string
  asNodeBuffer(): Buffer
}

/** SheetJS needs cellStyles to detect hidden rows, and cellNF to return number formats. */
const options: XLSX.ParsingOptions = { dense: true, cellStyles: true, cellNF: true, cellHTML: false }

/**
 * Returns the non-empty rows of the active visible sheet. Throws BAD_INPUT for `file` if the file type is not
 * accepted, a limit is exceeded, or the file contains formulas, macros or external links.
 */
export function readBook(content: Uint8Array): SheetRow[] {
  try {
    return rowsOf(openSheet(Buffer.from(content.buffer, content.byteOffset, content.length)))
  } catch (error) {
    if (error instanceof AppError) throw error
    const encrypted = /password|encrypt/i.test(String((error as Error).message))
    throw refuse(encrypted ? 'import.password' : 'import.unreadable')
  }
}

interface Sheet {
  sheet: XLSX.WorkSheet
  date1904?: boolean | undefined
  hiddenRows?: HiddenRows | undefined
}

function openSheet(content: Buffer): Sheet {
  const file = recognize(content)
  switch (file.kind) {
    case 'xlsx':
      return openXlsx(file.archive)
    case 'ods':
      return openOds(file.archive)
    case 'xls':
      return openXls(content)
    case 'csv':
      return openCsv(file.text)
  }
}

/** Returns the index of the active sheet, or of the first visible sheet if the active sheet is hidden. */
function chosen({ sheets, active }: SheetList): number {
  const index = sheets[active]?.hidden === false ? active : sheets.findIndex(({ hidden }) => !hidden)
  if (index < 0) throw refuse('import.hidden')
  return index
}

/**
 * Runs SheetJS on an archive. Each file in the archive is decompressed and checked when SheetJS reads it.
 * SheetJS swallows many errors, so the first error is recorded and thrown afterwards.
 */
function parseArchive(
  archive: Archive,
  parsing: XLSX.ParsingOptions,
  handlerOf: (path: string) => XmlHandler,
  xml?: XmlOptions,
): XLSX.WorkBook {
  let refusal: unknown
  const part = (name: string): Part => ({
    name,
    asNodeBuffer() {
      // SheetJS resets its number formats before it reads the first file, so set the formats here and not
      // earlier.
      XLSX.SSF.load_table(chineseFormats)
      try {
        return normalizeXml(archive.read(name), handlerOf(name), xml)
      } catch (error) {
        refusal ??= error
        throw error
      }
    },
  })
  const files = Object.fromEntries(archive.paths.filter(isRead).map((path) => [path, part(path)]))
  const book = parse_zip({ files }, parsing)
  if (refusal) throw refusal
  return book
}

/**
 * Whether the file in the archive is read. Drawings, comments and properties are not needed, and some
 * programs write malformed drawings.
 */
const isRead = (path: string): boolean =>
  /\.(xml|rels)$/i.test(path) && !/(^|\/)(docProps|drawings|theme|customXml)\/|comments[^/]*$/i.test(path)

function openXlsx(archive: Archive): Sheet {
  const list: XlsxList = { sheets: [], active: 0, strings: 0 }
  const cached = new Map<string, Buffer>()
  const once: Archive = {
    ...archive,
    read(path) {
      const bytes = cached.get(path) ?? archive.read(path)
      cached.set(path, bytes)
      return bytes
    },
  }
  parseArchive(once, { bookSheets: true }, () => xlsxHandler(list))
  const sheets = chosen(list)
  const again: XlsxList = { sheets: [], active: 0, strings: 0 }
  const xml = { expanded: ['si'] }
  const book = parseArchive(once, { ...options, sheets }, () => xlsxHandler(again), xml)
  return ofBook(book, required(list.sheets[sheets], 'item of sheets').name)
}

function openOds(archive: Archive): Sheet {
  const list: OdsList = { sheets: [], active: 0, hiddenRows: [] }
  // Escape the underscore in texts such as _x0041_. SheetJS would decode this text as A, as in xlsx files,
  // although ods files do not use this encoding.
  const xml: XmlOptions = { text: (text) => text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_') }
  const parsing = { ...options, cellStyles: false }
  const book = parseArchive(archive, parsing, (path) => (path === 'content.xml' ? odsHandler(list) : {}), xml)
  list.active = Math.max(
    0,
    list.sheets.findIndex(({ name }) => name === activeTable(archive)),
  )
  const index = chosen(list)
  return {
    ...ofBook(book, required(list.sheets[index], 'item of sheets').name),
    hiddenRows: list.hiddenRows[index],
  }
}

/** Returns the name of the active sheet according to `settings.xml`. */
function activeTable(archive: Archive): string | undefined {
  let [found, inside] = ['', false]
  if (!archive.paths.includes('settings.xml')) return undefined
  normalizeXml(archive.read('settings.xml'), {
    open: (_, attributes) => {
      inside = attributes['config:name'] === 'ActiveTable'
    },
    text: (text) => {
      if (inside) found += text
    },
    close: () => {
      inside = false
    },
  })
  return found
}

function openXls(content: Buffer): Sheet {
  const file = XLSX.CFB.read(content, { type: 'buffer' })
  if (XLSX.CFB.find(file, 'EncryptedPackage')) throw refuse('import.password')
  if (XLSX.CFB.find(file, '_VBA_PROJECT')) throw refuse('import.active')
  const stream = XLSX.CFB.find(file, 'Workbook') ?? XLSX.CFB.find(file, 'Book')
  if (!stream) throw refuseType(XLSX.CFB.find(file, 'WordDocument') ? 'Word' : 'OLE')
  const book = parse_xlscfb(file, { ...options, password: '' })
  const sheets = book.SheetNames.map((name, index) => ({
    name,
    hidden: Boolean(book.Workbook?.Sheets?.[index]?.Hidden),
  }))
  const index = chosen({ sheets, active: activeTab(Buffer.from(stream.content)) })
  return ofBook(book, required(book.SheetNames[index], 'item of SheetNames'))
}

/**
 * Returns the index of the active sheet in a BIFF stream, which is the field iTabCur of the record Window1.
 */
function activeTab(stream: Buffer): number {
  for (let at = 0; at + 16 <= stream.length; at += 4 + stream.readUInt16LE(at + 2))
    if (stream.readUInt16LE(at) === 0x3d) return stream.readUInt16LE(at + 4 + 10)
  return 0
}

function ofBook(book: XLSX.WorkBook, name: string): Sheet {
  const sheet = book.Sheets[name]
  if (!sheet) throw refuse('import.unreadable')
  return { sheet, date1904: book.Workbook?.WBProps?.date1904 }
}

function openCsv(text: string): Sheet {
  // Add a `sep=` line, with which Excel declares the separator. SheetJS then always reads the file as CSV.
  const [, own] = /^sep=(.)\r?\n/.exec(text) ?? []
  const marked = own ? text : `sep=${separatorOf(text)}\n${text}`
  const book = XLSX.read(marked, {
    type: 'string',
    raw: true,
    dense: true,
    sheetRows: limits.import.rows + 2,
  })
  return ofBook(book, required(book.SheetNames[0], 'item of SheetNames'))
}

/** Returns the separator that occurs most often in the first line. */
function separatorOf(text: string): string {
  const [line = ''] = /^[^\r\n]*/.exec(text) ?? []
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

function rowsOf({ sheet, date1904 = false, hiddenRows = [] }: Sheet): SheetRow[] {
  const data = (sheet as { '!data'?: XLSX.CellObject[][] })['!data'] ?? []
  const count = counter()
  const rows: SheetRow[] = []
  for (const key of Object.keys(data)) {
    const index = Number(key)
    const cells: (SheetCell | undefined)[] = []
    count.row()
    for (const at of Object.keys(required(data[index], 'item of data'))) {
      const column = Number(at)
      const cell = required(required(data[index], 'item of data')[column], 'item of data')
      if (cell.f !== undefined || cell.F !== undefined)
        throw refuse('import.formula', { cell: `${columnName(column)}${index + 1}` })
      const value = sheetCell(cell, date1904)
      if (value === undefined) continue
      count.cell()
      checkColumn(column)
      cells[column] = value
    }
    if (!cells.length) continue
    const hidden =
      sheet['!rows']?.[index]?.hidden || hiddenRows.some(([first, last]) => index >= first && index <= last)
    rows.push({ number: index + 1, cells, ...(hidden && { hidden }) })
  }
  fillMerged(rows, sheet['!merges'] ?? [])
  return rows
}

/**
 * Copies the value of a merged cell to all of its rows that have content. Merged cells in the title row are
 * ignored.
 */
function fillMerged(rows: readonly SheetRow[], merges: readonly XLSX.Range[]): void {
  const byIndex = new Map(rows.map((row) => [row.number - 1, row]))
  const first = rows[0] ? rows[0].number - 1 : 0
  const last = rows.length ? required(rows.at(-1), 'item of rows').number - 1 : 0
  const count = counter()
  for (const { s: start, e: end } of merges) {
    const value = byIndex.get(start.r)?.cells[start.c]
    if (start.r <= first || value === undefined) continue
    for (let index = start.r + 1; index <= Math.min(end.r, last); index++) {
      count.cell()
      const row = byIndex.get(index)
      if (row) row.cells[start.c] = value
    }
  }
}
