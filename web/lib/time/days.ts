/** A day as a date field has it, YYYY-MM-DD, in the viewer's own time zone. */
export function dayOf(instant: string | number | Date): string {
  const date = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The instant that a day begins with there; null for what is no day. */
export function startOfDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (!year || !month || !date) return null
  const start = new Date(year, month - 1, date)
  return dayOf(start) === day ? start : null
}

/** The last millisecond of a day. */
export function endOfDay(day: string): Date | null {
  const start = startOfDay(day)
  return start && new Date(new Date(start).setHours(23, 59, 59, 999))
}

/** Whether a day is over, by this machine's clock: the server decides. */
export const hasPassed = (day: string): boolean => (endOfDay(day)?.getTime() ?? Infinity) < Date.now()

/** A day as people write it: 2026-1-5, 2026/01/05, 2026.1.5, 20260105, in full-width digits too; null for what is none. */
export function readDay(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  const parts =
    /^(\d{4})(\d\d)(\d\d)$/.exec(plain) ??
    /^(\d{4})[-/.\p{Script=Han}](\d{1,2})[-/.\p{Script=Han}](\d{1,2})\p{Script=Han}?$/u.exec(plain)
  const [, year = '', month = '', date = ''] = parts ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return startOfDay(day) ? day : null
}

/** Whether an end comes before the one of until now; null is none. */
export const endsEarlier = (end: string | null, before: string | null): boolean =>
  end !== null && (before === null || end < before)
