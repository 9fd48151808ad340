import type { Readable } from 'node:stream'

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export interface SentFile {
  name: string
  type: string
  content: Readable
}
