/** Days in the viewer's time zone, as an input of dates has them: 2026-11-20. */
export const dateOf = (instant: Date | string): string => {
  const date = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** When the day begins; undefined for what is none. */
export const startOf = (date: string): Date | undefined => {
  const instant = new Date(`${date}T00:00`)
  return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(instant.getTime()) ? instant : undefined
}

/** Its last millisecond. */
export const endOf = (date: string): Date | undefined => {
  const instant = startOf(date)
  instant?.setHours(23, 59, 59, 999)
  return instant
}
