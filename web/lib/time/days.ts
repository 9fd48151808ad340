/** Returns the day of a timestamp in the viewer's time zone, as YYYY-MM-DD. */
export function dayOf(instant: string | number | Date): string {
  const date = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns the start of a day in the viewer's time zone, or null if the text is not a valid day. */
export function startOfDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (!year || !month || !date) return null
  const start = new Date(year, month - 1, date)
  return dayOf(start) === day ? start : null
}

/**
 * Returns the last millisecond of a day in the viewer's time zone, or null if the text is not a valid day.
 */
export function endOfDay(day: string): Date | null {
  const start = startOfDay(day)
  return start && new Date(new Date(start).setHours(23, 59, 59, 999))
}

/** Whether a day has passed, according to this machine's clock. The server checks the day again. */
export const hasPassed = (day: string): boolean => (endOfDay(day)?.getTime() ?? Infinity) < Date.now()

/**
 * Parses a day in common notations (2026-1-5, 2026/01/05, 2026.1.5, 20260105, also with full-width digits).
 * Returns null if the text is not a valid day.
 */
export function readDay(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  const parts =
    /^(\d{4})(\d\d)(\d\d)$/.exec(plain) ??
    /^(\d{4})[-/.\p{Script=Han}](\d{1,2})[-/.\p{Script=Han}](\d{1,2})\p{Script=Han}?$/u.exec(plain)
  const [, year = '', month = '', date = ''] = parts ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return startOfDay(day) ? day : null
}

/** Whether the new end date is earlier than the previous one. `null` means no end date. */
export const endsEarlier = (end: string | null, before: string | null): boolean =>
  end !== null && (before === null || end < before)
