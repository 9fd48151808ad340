import type { Readable } from 'node:stream'

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** Formats a time in a time zone for use in file names, for example as 20261125-143000. */
export const fileTime = (instant: Date, offset: (instant: number) => number): string =>
  new Date(instant.getTime() + offset(instant.getTime()))
    .toISOString()
    .slice(0, 19)
    .replaceAll(/[-:]/g, '')
    .replace('T', '-')

export interface SentFile {
  name: string
  /**
   * File name for clients that support only ASCII. By default, all other characters are removed from the
   * name.
   */
  ascii?: string
  type: string
  content: Readable
}
