/** A quarter of an hour in milliseconds. The offset of a time zone changes only at such boundaries. */
const slot = 900_000

/**
 * Returns a function that computes the UTC offset of a time zone at a timestamp. Both are in milliseconds.
 * Throws RangeError if the zone does not exist.
 */
export function zoneOffset(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
  const known = new Map<number, number>()
  return (instant) => {
    const key = Math.floor(instant / slot)
    let offset = known.get(key)
    if (offset === undefined) {
      const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? []
      offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
      known.set(key, offset)
    }
    return offset
  }
}

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(zoneOffset(name))
  } catch {
    return false
  }
}

/** Returns the timestamp of a local time. `local` is the local time encoded as if it were UTC. */
export function fromLocal(local: number, offset: (instant: number) => number): number {
  // Apply the offset twice: if the clock changes near this time, the first estimate can have the wrong
  // offset.
  return local - offset(local - offset(local))
}

/**
 * Adds months in the calendar of a time zone and preserves the local time. If the day does not exist in the
 * resulting month, returns the last day of that month.
 */
export function addMonths(date: Date, months: number, offset: (instant: number) => number): Date {
  const local = new Date(date.getTime() + offset(date.getTime()))
  const day = local.getUTCDate()
  local.setUTCMonth(local.getUTCMonth() + months)
  if (local.getUTCDate() !== day) local.setUTCDate(0)
  return new Date(fromLocal(local.getTime(), offset))
}
