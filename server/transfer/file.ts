import type { Readable } from 'node:stream'

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** 20261125-143000, by the clocks of a time zone: part of the names of files. */
export const fileTime = (instant: Date, offset: (instant: number) => number): string =>
  new Date(instant.getTime() + offset(instant.getTime()))
    .toISOString()
    .slice(0, 19)
    .replaceAll(/[-:]/g, '')
    .replace('T', '-')

export interface SentFile {
  name: string
  /** The name for clients that read ASCII only. Without it, the name is stripped of other characters. */
  ascii?: string
  type: string
  content: Readable
}
