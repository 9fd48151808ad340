/** Time zones change their offset at quarters of an hour at the earliest. */
const slot = 900_000

/** Milliseconds that a zone's clocks are ahead of UTC at an instant. Throws RangeError for a zone that does not exist. */
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

/** The instant at which a zone's clocks show this time, which is written as if it were UTC. */
export function fromLocal(local: number, offset: (instant: number) => number): number {
  // Twice: the first guess may lie on the other side of a change of the clocks.
  return local - offset(local - offset(local))
}

/** So many months later by a zone's calendar, its clocks showing the same; the last day of a month that lacks the day. */
export function addMonths(date: Date, months: number, offset: (instant: number) => number): Date {
  const local = new Date(date.getTime() + offset(date.getTime()))
  const day = local.getUTCDate()
  local.setUTCMonth(local.getUTCMonth() + months)
  if (local.getUTCDate() !== day) local.setUTCDate(0)
  return new Date(fromLocal(local.getTime(), offset))
}
