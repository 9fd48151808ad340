import * as XLSX from '@e965/xlsx'
import type { SheetCell } from './sheet-cell.ts'

/** Days between the two calendars that a workbook can use. */
const days1904 = 1_462

/** Returns the cell as the sheet shows it, undefined if it is blank. */
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
      // SheetJS does not know every format of an ods file, so the shown text counts, too.
      timed: /[hs]/i.test(format.replace(/\[\$[^\]]*\]/g, '')) || /\d:\d|\d\u65f6/.test(typed.shown),
    }
  if (/%/.test(format) || /%$/.test(typed.shown)) return { ...typed, kind: 'percentage' }
  if (typed.shown.trim() === '') return undefined
  // A sheet rounds a number without a format to the width of its column.
  const shown = /^(General|@|)$/i.test(format) && Number.isFinite(Number(w)) ? plain(Number(v)) : typed.shown
  return { ...typed, kind: 'number', shown: shown.trim() }
}

/** A sheet stores 15 digits. */
const plain = (value: number): string => String(Number(value.toPrecision(15)))
