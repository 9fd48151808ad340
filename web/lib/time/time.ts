import type { Locale } from '../../../contract/errors.ts'
import { type Translate, useLocale, useTexts } from '../texts.ts'
import { words } from '../words.ts'
import { useNow } from './useNow.ts'

type Instant = string | number

const plain = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

// In the Swedish locale, dates have the format that Chinese consoles use (2026-11-20 16:08).
const localeOf = (locale: Locale) => (locale === 'zh-CN' ? 'sv-SE' : 'en-US')
const dateOf = (locale: Locale) => (locale === 'zh-CN' ? plain : ({ dateStyle: 'medium' } as const))

function format(locale: Locale, options: Intl.DateTimeFormatOptions) {
  const formatter = new Intl.DateTimeFormat(localeOf(locale), options)
  return (instant: Instant) => formatter.format(new Date(instant))
}

/**
 * Returns functions that format timestamps in the viewer's time zone and language. Only tests pass `timeZone`
 * and `now`.
 */
export function timeFormats(
  locale: Locale,
  words: { now: string; today: (time: string) => string },
  timeZone?: string,
) {
  const zone = timeZone ? { timeZone } : {}
  const parts = locale === 'zh-CN' ? plain : ({ year: 'numeric', month: 'short', day: 'numeric' } as const)
  const date = format(locale, { ...dateOf(locale), ...zone })
  const dateTime = format(locale, { ...parts, ...clock, ...zone })
  const exact = format(locale, { ...parts, ...clock, second: '2-digit', timeZoneName: 'short', ...zone })
  const time = format(locale, { ...clock, ...zone })
  const timeInFull = format(locale, { ...clock, second: '2-digit', ...zone })
  const dayAndTime =
    locale === 'zh-CN'
      ? (instant: Instant) => dateTime(instant).slice('2026-'.length)
      : format(locale, { ...parts, year: undefined, ...clock, ...zone })
  const year = format('en-US', { year: 'numeric', ...zone })

  const dayOf =
    locale === 'zh-CN'
      ? (instant: Instant) => date(instant).slice('2026-'.length)
      : format(locale, { ...parts, year: undefined, ...zone })

  return {
    date,
    dateTime,
    time,
    dayOf,
    /** Formats a timestamp with seconds and time zone, for a tooltip. */
    exact,
    /** Formats the timestamp of a frequent event: as 08:12:05 if it is today, otherwise like `recent`. */
    moment(instant: Instant, now = Date.now()): string {
      return date(instant) === date(now) ? timeInFull(instant) : this.recent(instant, now)
    },
    /**
     * Formats a timestamp in the shortest unambiguous form: now, today 08:12, 11-18 21:40, 2025-03-14 09:20.
     */
    recent(instant: Instant, now = Date.now()) {
      if (Math.abs(now - new Date(instant).getTime()) < 60_000) return words.now
      if (date(instant) === date(now)) return words.today(time(instant))
      return year(instant) === year(now) ? dayAndTime(instant) : dateTime(instant)
    },
    /** Returns the name of the time zone, for example "中国标准时间 (UTC+8)". */
    zone() {
      const name = (style: 'long' | 'shortOffset') =>
        new Intl.DateTimeFormat(locale, { timeZoneName: style, ...zone })
          .formatToParts()
          .find((part) => part.type === 'timeZoneName')?.value ?? ''
      return `${name('long')} (${name('shortOffset').replace('GMT', 'UTC')})`
    },
  }
}

type Formats = ReturnType<typeof timeFormats>

/** The formats of each language are cached, because creating formatters takes longer than using them. */
const made = new WeakMap<Translate<typeof words>, { formats: Formats; now: number }>()

/**
 * Returns the formats for the viewer's language. The returned object is replaced every half minute, so that
 * components and memos that depend on it update their relative times.
 */
export function useTimes(): Formats {
  const t = useTexts(words)
  const locale = useLocale()
  const now = useNow(30_000)
  const last = made.get(t)
  if (last?.now === now) return last.formats
  const formats = last
    ? { ...last.formats }
    : timeFormats(locale, { now: t('now'), today: (time) => t('today', { time }) })
  made.set(t, { formats, now })
  return formats
}
