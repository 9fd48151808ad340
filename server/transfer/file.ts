import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { zoneOffset } from './zone.ts'

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export interface SentFile {
  name: string
  type: string
  content: Readable
}

/** A zone of the IANA data base; UTC where none is named. */
export const timeZoneSchema = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(64),
    v.check((zone) => {
      try {
        return Boolean(zoneOffset(zone))
      } catch {
        return false
      }
    }),
  ),
  'UTC',
)
