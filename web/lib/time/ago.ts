import type { Locale } from '../../../contract/errors.ts'
import { last } from '../../../contract/required.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formatters are cached. Creating a formatter costs more than using it, and every list row uses one. */
const formats = new Map<Locale, Intl.RelativeTimeFormat>()

/**
 * Returns the time since `instant` in the largest whole unit: 3 小时前, 3 hours ago. Less than one minute is
 * shown as 0 minutes.
 */
export function ago(locale: Locale, instant: string | number, now = Date.now()): string {
  const passed = Math.max(0, now - new Date(instant).getTime())
  const [unit, length] = units.find(([, each]) => passed >= each) ?? last(units, 'units')
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale)
  formats.set(locale, format)
  const words = format.format(-Math.floor(passed / length), unit)
  // Chinese texts of the console have a space between a number and the word after it.
  return locale === 'zh-CN' ? words.replace(/^\d+/, '$& ') : words
}
