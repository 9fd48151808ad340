import * as XLSX from '@e965/xlsx'
import type { SheetCell } from './sheet-cell.ts'

/** Number of days between the 1900 and the 1904 date systems. */
const days1904 = 1_462

/** Returns the cell as a spreadsheet program displays it, or undefined if it is blank. */
export function sheetCell({ t, v, w, z }: XLSX.CellObject, date1904: boolean): SheetCell | undefined {
  if (t === 's') return String(v).trim() ? String(v) : undefined
  const typed = { shown: w ?? String(v), value: Number(v), timed: false }
  if (t === 'b') return { ...typed, kind: 'boolean', shown: v ? 'TRUE' : 'FALSE' }
  if (t === 'e' || (t === 'n' && !Number.isFinite(v))) return { ...typed, kind: 'error' }
  if (t !== 'n') return undefined
  const format = typeof z === 'string' ? z.replace(/"[^"]*"|\\./g, '') : ''
  if (XLSX.SSF.is_date(format))
    return {
      ...typed,
      kind: 'date',
      value: Number(v) + (date1904 ? days1904 : 0),
      // SheetJS does not recognize all date formats of ods files, so check the displayed text too.
      timed: /[hs]/i.test(format.replace(/\[\$[^\]]*\]/g, '')) || /\d:\d|\d\u65f6/.test(typed.shown),
    }
  if (/%/.test(format) || /%$/.test(typed.shown)) return { ...typed, kind: 'percentage' }
  if (typed.shown.trim() === '') return undefined
  // Without a number format, a spreadsheet program rounds the displayed number to the column width, so use
  // the stored value.
  const shown = /^(General|@|)$/i.test(format) && Number.isFinite(Number(w)) ? plain(Number(v)) : typed.shown
  return { ...typed, kind: 'number', shown: shown.trim() }
}

/** Returns the number with 15 significant digits, which is the precision of spreadsheets. */
const plain = (value: number): string => String(Number(value.toPrecision(15)))
