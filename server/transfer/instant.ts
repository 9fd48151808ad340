import { fromLocal } from '../core/time/zone.ts'

type Offset = (instant: number) => number

/** A local time. `ms` is the number of milliseconds since 1970, as if the local time were UTC. */
export interface LocalTime {
  ms: number
  /** Whether the value contains a time of day. */
  timed: boolean
}

const day = 86_400_000

/**
 * Converts a serial date of a spreadsheet, in which 25,569 is 1970-01-01. Adds a small tolerance, because
 * some programs store only 15 digits and the result would otherwise be a second too early.
 */
export const timeOfDays = (days: number, timed: boolean): LocalTime => ({
  ms: Math.floor((days - 25_569) * 86_400 + 1e-4) * 1_000,
  timed,
})

/**
 * Converts a local time to a point in time. With `endOfDay`, a date without a time of day becomes the last
 * millisecond of that day.
 */
export const instantOf = ({ ms, timed }: LocalTime, offset: Offset, endOfDay = false): Date =>
  new Date(fromLocal(endOfDay && !timed ? ms + day - 1 : ms, offset))

/**
 * Parses dates such as 2026-01-31 and 2026-01-31 08:30:15, also with the Chinese characters for year, month
 * and day. Returns null for any other text.
 */
export function timeOfText(text: string): LocalTime | null {
  const [, year, month, date, hour, minute = '0', second = '0'] =
    /^(\d{4})[-/.\u5e74](\d{1,2})[-/.\u6708](\d{1,2})\u65e5?(?:[T ]*(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(
      text,
    ) ?? []
  if (!year) return null
  const parts = [Number(year), Number(month), Number(date)] as const
  const [hours, minutes, seconds] = [Number(hour ?? 0), Number(minute), Number(second)]
  const ms = Date.UTC(parts[0], parts[1] - 1, parts[2], hours, minutes, seconds)
  const back = new Date(ms)
  // Reject dates that do not exist, such as February 31.
  const same = back.getUTCMonth() === parts[1] - 1 && back.getUTCDate() === parts[2]
  if (!same || hours >= 24 || minutes >= 60 || seconds >= 60) return null
  return { ms, timed: hour !== undefined }
}
