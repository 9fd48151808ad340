import { useLocale, useTexts } from '../texts.ts'
import { words } from './words.ts'

/** Returns the title and subtitle of the start page: a greeting for the time of day, and the date. */
export function useGreeting(name: string): { title: string; context: string } {
  const t = useTexts(words)
  const locale = useLocale()
  const now = new Date()
  const hour = now.getHours()
  return {
    title: t(hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening', {
      name,
    }),
    context: now.toLocaleDateString(locale, { month: 'long', day: 'numeric', weekday: 'long' }),
  }
}
