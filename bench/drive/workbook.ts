import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zoneOffset } from '../../server/core/time/zone.ts'
import { writeXlsx } from '../../server/transfer/xlsx-writer.ts'

const titles = [
  'ID',
  'Name',
  'Organization',
  'Contact',
  'Contact phone',
  'Customer',
  'Specification',
  'Expires',
]

type Row = (string | Date)[]

/** A device of an import, in the organization called so. */
export const deviceRow = (number: number, prefix: string, organization = 'Bench'): Row => [
  `${prefix}-${String(number).padStart(6, '0')}`,
  `Pump station ${number}`,
  organization,
  `Contact ${number % 500}`,
  `138${String(number).padStart(8, '0')}`,
  `Customer ${number % 100}`,
  'RX-200 / 4G / 12 V',
  new Date(Date.UTC(2036, number % 12, 1 + (number % 28))),
]

/** An .xlsx of them, as the import takes it. */
export const workbook = (rows: readonly Row[]): Promise<Buffer> =>
  buffer(
    Readable.from(
      writeXlsx(
        [{ name: 'Devices', titles, widths: titles.map(() => 16), pages: [rows] }],
        zoneOffset('UTC'),
      ),
      { objectMode: false },
    ),
  )
