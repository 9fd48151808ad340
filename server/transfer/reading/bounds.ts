import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { columnName } from '../column-name.ts'
import { refuse } from './refuse.ts'
import type { XmlHandler } from './xml.ts'

export interface ListedSheet {
  name: string
  hidden: boolean
}

export interface SheetList {
  sheets: ListedSheet[]
  /** Index of the active sheet, which is shown when the file is opened. */
  active: number
}

/**
 * Returns a counter that throws BAD_INPUT if a file has too many rows or cells. Empty rows and cells are also
 * counted.
 */
export function counter() {
  let [rows, cells] = [0, 0]
  return {
    row(count = 1) {
      rows += count
      // The title row does not count, so allow one row more than the limit.
      if (rows > limits.import.rows + 1) throw refuse('import.rows', { max: limits.import.rows })
    },
    cell(count = 1) {
      cells += count
      if (cells > limits.import.cells) throw refuse('import.cells', { max: limits.import.cells })
    },
  }
}

export function checkColumn(index: number): void {
  if (index >= limits.import.columns) throw refuse('import.columns', { max: limits.import.columns })
}

export interface XlsxList extends SheetList {
  /** Number of shared strings in the workbook. */
  strings: number
}

/**
 * Returns an XML handler for one file of an xlsx workbook. The handler limits rows, cells, columns and shared
 * strings, rejects formulas and invalid references to shared strings, and collects the sheets. It adds
 * missing cell addresses, because some programs omit them.
 */
export function xlsxHandler(list: XlsxList): XmlHandler {
  const count = counter()
  let root: string | undefined
  let [row, column, cellsOfRow] = [0, -1, 0]
  let inCell = false
  /**
   * Index of the shared string that the current cell refers to, or undefined if the current cell does not
   * refer to one.
   */
  let shared: string | undefined
  const elements: Record<string, (attributes: Record<string, string>) => void> = {
    row(attributes) {
      count.row()
      row = Number(attributes.r) || row + 1
      attributes.r = String(row)
      ;[column, cellsOfRow] = [-1, 0]
    },
    c(attributes) {
      count.cell()
      inCell = true
      shared = attributes.t === 's' ? '' : undefined
      cellsOfRow += 1
      checkColumn(cellsOfRow - 1)
      column = attributes.r ? columnOf(attributes.r) : column + 1
      attributes.r ??= `${columnName(column)}${row}`
    },
    f() {
      if (inCell) throw refuse('import.formula', { cell: `${columnName(column)}${row}` })
    },
    si() {
      list.strings += 1
      if (list.strings > limits.import.cells) throw refuse('import.tooLarge')
    },
    sheet({ name = '', state = 'visible' }) {
      list.sheets.push({ name, hidden: state !== 'visible' })
    },
    workbookView({ activeTab }) {
      list.active = Number(activeTab) || 0
    },
  }
  const ofRoot: Record<string, readonly string[]> = {
    worksheet: ['row', 'c', 'f'],
    sst: ['si'],
    workbook: ['sheet', 'workbookView'],
  }
  return {
    open(name, attributes) {
      root ??= name
      if (ofRoot[root]?.includes(name)) required(elements[name], 'item of elements')(attributes)
    },
    text(part) {
      if (shared !== undefined) shared += part
    },
    close(name) {
      if (name !== 'c') return
      if (shared && !(Number(shared) < list.strings)) throw refuse('import.unreadable')
      inCell = false
      shared = undefined
    },
  }
}

/** Returns the zero-based column index of a cell address, such as 2 for C5. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of address.slice(0, 4).toUpperCase()) {
    if (letter < 'A' || letter > 'Z') break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

/** Ranges of hidden rows, by zero-based row index. */
export type HiddenRows = [first: number, last: number][]

export interface OdsList extends SheetList {
  hiddenRows: HiddenRows[]
}

/**
 * Returns an XML handler for the `content.xml` of an ods workbook. The handler limits rows and cells,
 * including repeated ones, and collects the sheets and their hidden rows. Trailing empty rows are not
 * counted, because files contain one such row that is repeated a million times.
 */
export function odsHandler(list: OdsList): XmlHandler {
  const count = counter()
  const hiddenStyles = new Set<string>()
  let style = ''
  let [row, repeat, hidden] = [0, 1, false]
  let filledCells = 0
  let column = 0
  let cellRepeat = 1
  const number = (value: string | undefined) => Math.max(1, Math.trunc(Number(value)) || 1)
  const fill = () => {
    checkColumn(column + cellRepeat - 1)
    filledCells += cellRepeat
  }
  return {
    open(name, attributes) {
      if (name === 'style') style = attributes['style:name'] ?? ''
      else if (name === 'table-properties') {
        if (attributes['table:display'] === 'false') hiddenStyles.add(style)
      } else if (name === 'table') {
        row = 0
        const hiddenSheet = hiddenStyles.has(attributes['table:style-name'] ?? '')
        list.sheets.push({ name: attributes['table:name'] ?? '', hidden: hiddenSheet })
        list.hiddenRows.push([])
      } else if (name === 'table-row') {
        repeat = number(attributes['table:number-rows-repeated'])
        hidden = /^(filter|collapse)$/.test(attributes['table:visibility'] ?? '')
        ;[filledCells, column] = [0, 0]
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        count.cell()
        cellRepeat = number(attributes['table:number-columns-repeated'])
        if (attributes['office:value-type'] || attributes['table:formula']) fill()
      }
    },
    close(name) {
      if (name === 'table-cell' || name === 'covered-table-cell') column += cellRepeat
      if (name !== 'table-row') return
      count.row(filledCells ? repeat : 1)
      count.cell(filledCells * (repeat - 1))
      if (hidden) list.hiddenRows.at(-1)?.push([row, row + repeat - 1])
      row += repeat
    },
  }
}
