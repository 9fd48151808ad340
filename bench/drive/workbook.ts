import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zoneOffset } from '../../server/core/time/zone.ts'
import { mediaTypes } from '../../server/transfer/file.ts'
import { writeXlsx } from '../../server/transfer/xlsx-writer.ts'

export const xlsxType = mediaTypes.xlsx
const titles = 'ID,Name,Organization,Contact,Contact phone,Customer,Specification,Expires'.split(',')

type Row = (string | Date)[]

/** Returns the spreadsheet row of a device to import into this organization. */
export const deviceRow = (number: number, prefix: string, organization: string): Row => [
  `${prefix}-${String(number).padStart(6, '0')}`,
  `Pump station ${number}`,
  organization,
  `Contact ${number % 500}`,
  `138${String(number).padStart(8, '0')}`,
  `Customer ${number % 100}`,
  'RX-200 / 4G / 12 V',
  new Date(Date.UTC(2036, number % 12, 1 + (number % 28))),
]

/** Returns the content of an .xlsx file to import. */
export function workbook(rows: readonly Row[]): Promise<Buffer> {
  const sheet = { name: 'Devices', titles, widths: titles.map(() => 16), pages: [rows] }
  return buffer(Readable.from(writeXlsx([sheet], zoneOffset('UTC')), { objectMode: false }))
}
