import { fromLocal } from '../core/time/zone.ts'

type Offset = (instant: number) => number

const day = 86_400_000

/** Of a sheet's own date, or of one written out; null where it is none. */
export function instantOf(given: string | number, offset: Offset, endOfDay = false): Date | null {
  const local =
    typeof given === 'number' ? Math.floor((given - 25_569) * 86_400 + 1e-4) * 1_000 : written(given)
  // From 1900 on, when sheets begin to count, to 9999, when they end.
  if (local === null || local < -25_567 * day || local > 2_932_896 * day) return null
  const last = endOfDay && local % day === 0 && !String(given).includes(':') ? day - 1 : 0
  return new Date(fromLocal(local + last, offset))
}

/** Also with the Chinese signs for year, month and day. */
function written(text: string): number | null {
  const [, year, month, date, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})[-/.\u5e74](\d{1,2})[-/.\u6708](\d{1,2})\u65e5?(?:[T ]*(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(
      text,
    ) ?? []
  if (!year) return null
  const parts = [Number(year), Number(month), Number(date)] as const
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  const local = Date.UTC(parts[0], parts[1] - 1, parts[2], hours, minutes, seconds)
  const back = new Date(local)
  // 31 February is none.
  const same = back.getUTCMonth() === parts[1] - 1 && back.getUTCDate() === parts[2]
  return same && hours < 24 && minutes < 60 && seconds < 60 ? local : null
}
