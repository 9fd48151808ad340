import { unzipSync } from 'fflate'
import type { MessageKey, MessageParams } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { AppError, badInput } from '../core/errors.ts'
import { scanXml } from './xml.ts'

/** A row as the file has it: its number there, its cells by column. Dates are numbers: days since the last of 1899. */
export interface SheetRow {
  number: number
  cells: (string | number | undefined)[]
}

const refuse = (key: MessageKey, params?: MessageParams) => badInput({ file: [key, params] })

/**
 * The rows of a book's first sheet that are not empty; those that are count as they are met, so that no file of them is
 * read to its end. Whatever it holds beside them is not looked at. Throws BAD_INPUT
 * for `file`: it is no xlsx, it holds formulas, macros or links to other files, or it unpacks to more than anyone needs.
 */
export function readXlsx(content: Uint8Array): SheetRow[] {
  try {
    return readFirstSheet(openBook(content))
  } catch (error) {
    // Of the libraries' own errors none says anything to whoever made the file.
    throw error instanceof AppError ? error : refuse('import.unreadable')
  }
}

/** Files of the book by their paths, unpacked when they are asked for. */
interface Book {
  has(path: string): boolean
  read(path: string): Uint8Array
}

function openBook(content: Uint8Array): Book {
  const sizes = new Map<string, number>()
  unzipSync(content, {
    filter({ name, originalSize }) {
      // Of one name there is one file: all of that name would be unpacked, and the last one's size alone be known.
      if (sizes.has(name)) throw refuse('import.unreadable')
      sizes.set(name, originalSize)
      return false
    },
  })
  const names = [...sizes.keys()]
  if (names.some((name) => /^xl\/(externalLinks\/|vbaProject)/i.test(name))) throw refuse('import.active')
  let unpacked = 0
  return {
    has: (path) => sizes.has(path),
    read(path) {
      // As large as it says it is: a file that says too little ends there.
      unpacked += sizes.get(path) ?? 0
      if (unpacked > limits.import.unpacked) throw refuse('import.tooLarge')
      const bytes = unzipSync(content, { filter: ({ name }) => name === path })[path]
      if (!bytes) throw refuse('import.unreadable')
      return bytes
    },
  }
}

function readFirstSheet(book: Book): SheetRow[] {
  const { path, since } = findSheet(book)
  const strings = 'xl/sharedStrings.xml'
  const shared = book.has(strings) ? readShared(book.read(strings)) : []
  return readRows(book.read(path), shared, since)
}

function findSheet(book: Book): { path: string; since: number } {
  let first: string | undefined
  let since = 0
  scanXml(book.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet') first ??= attributes['r:id'] ?? Object.values(attributes).at(-1)
      // Books of old Macs count from 1904.
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) since = 1_462
    },
  })
  let target: string | undefined
  scanXml(book.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id === first) target = Target
    },
  })
  if (!target) throw refuse('import.unreadable')
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, since }
}

function readShared(xml: Uint8Array): string[] {
  const texts: string[] = []
  let [text, inText, phonetic] = ['', false, false]
  scanXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') inText = !phonetic
      else if (name === 'rPh') phonetic = true
    },
    text(part) {
      if (inText) text += part
    },
    close(name) {
      if (name === 'si') {
        if (texts.length >= limits.import.cells) throw refuse('import.tooLarge')
        texts.push(decoded(text))
      } else if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
    },
  })
  return texts
}

function readRows(xml: Uint8Array, shared: readonly string[], since: number): SheetRow[] {
  const rows: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [] }
  let column = -1
  let type = 'n'
  let [text, taken] = ['', false]
  let [met, cells, ofRow] = [0, 0, 0]

  const cellValue = (): string | number | undefined => {
    if (text === '') return undefined
    if (type === 's') return shared[Number(text)]
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    const value = Number(text)
    return type === 'n' && Number.isFinite(value) ? value : decoded(text)
  }

  scanXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        met += 1
        // One more: the titles.
        if (met > limits.import.rows + 1) throw refuse('import.rows', { max: limits.import.rows })
        ofRow = 0
        row = { number: Number(attributes.r) || row.number + 1, cells: [] }
        column = -1
      } else if (name === 'c') {
        cells += 1
        ofRow += 1
        if (ofRow > limits.import.columns) throw refuse('import.columns', { max: limits.import.columns })
        if (cells > limits.import.cells) throw refuse('import.cells', { max: limits.import.cells })
        column = attributes.r ? columnOf(attributes.r) : column + 1
        type = attributes.t ?? 'n'
        text = ''
      } else if (name === 'f') {
        throw refuse('import.formula', { cell: `${nameOf(column)}${row.number}` })
      } else if (name === 'v' || name === 't') taken = true
    },
    text(part) {
      if (taken) text += part
    },
    close(name) {
      if (name === 'v' || name === 't') taken = false
      else if (name === 'c') {
        const value = cellValue()
        if (value === undefined || (typeof value === 'string' && !value.trim())) return
        if (column >= limits.import.columns) throw refuse('import.columns', { max: limits.import.columns })
        row.cells[column] = value
      } else if (name === 'row' && row.cells.length) rows.push(row)
    },
  })
  if (since)
    for (const { cells } of rows)
      for (const [index, cell] of cells.entries()) if (typeof cell === 'number') cells[index] = cell + since
  return rows
}

/** C of C5 is 2. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.slice(0, 4)) {
    if (letter < 'A' || letter > 'Z') break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

const nameOf = (column: number): string =>
  (column >= 26 ? nameOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Characters that XML cannot hold are written _x000D_. */
const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
