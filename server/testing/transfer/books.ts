import * as XLSX from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { expect } from 'vitest'
import { zoneOffset } from '../../core/time/zone.ts'
import { columns } from '../../devices/import/columns.ts'
import { readSheet } from '../../transfer/sheet.ts'

const shanghai = zoneOffset('Asia/Shanghai')

export type Value = string | number | XLSX.CellObject | null

export interface Options {
  type?: 'xlsx' | 'biff8' | 'ods'
  change?: (book: XLSX.WorkBook, sheet: XLSX.WorkSheet) => void
}

/** Returns a workbook with one sheet, created with SheetJS. */
export function book(rows: readonly (readonly Value[])[], { type = 'xlsx', change }: Options = {}): Buffer {
  const sheet = XLSX.utils.aoa_to_sheet(rows as unknown[][])
  const whole = XLSX.utils.book_new(sheet, '设备')
  change?.(whole, sheet)
  return Buffer.from(XLSX.write(whole, { type: 'buffer', bookType: type, cellStyles: true }))
}

export const number = (v: number, z: string): XLSX.CellObject => ({ t: 'n', v, z })

/** Reads a file with the columns of the device import. */
export const read = (content: Buffer) => readSheet(content, columns, shanghai)

export const valuesOf = async (content: Buffer) => (await read(content)).rows.map(({ values }) => values)

/** Returns the message key of the error that reading the file throws. */
export async function refusal(content: Buffer): Promise<unknown> {
  const error = await read(content).then(
    () => undefined,
    (reason) => reason,
  )
  expect(error?.code).toBe('BAD_INPUT')
  return error.details.fields.file
}

/** Returns a copy of an archive in which `change` has modified each part. */
export function repacked(content: Buffer, change: (path: string, xml: string) => [string, string]): Buffer {
  const parts = Object.entries(unzipSync(content)).map(([path, bytes]) => {
    const [name, xml] = change(path, Buffer.from(bytes).toString())
    return [name, Buffer.from(xml)] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}
