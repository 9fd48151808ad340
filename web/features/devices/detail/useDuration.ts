import { required } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words } from '../words.ts'

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/**
 * Rounds an ongoing duration down to whole minutes after the first minute, so that the text does not change
 * every second.
 */
export const ongoing = (milliseconds: number): number =>
  milliseconds < 60_000 ? milliseconds : Math.floor(milliseconds / 60_000) * 60_000

/** Returns a function that formats a duration in its two largest units, for example 19 小时 54 分. */
export function useDuration() {
  const t = useTexts(words)
  return (milliseconds: number): string => {
    const seconds = Math.max(0, Math.floor(milliseconds / 1_000))
    const largest = units.findIndex(([, size]) => seconds >= size)
    if (largest < 0) return t('seconds', { count: 0 })
    const [name, size] = required(units[largest], 'item of units')
    const first = t(name, { count: Math.floor(seconds / size) })
    const [nextName, nextSize] = units[largest + 1] ?? []
    const rest = nextSize ? Math.floor((seconds % size) / nextSize) : 0
    return nextName && rest ? t('duration.two', { first, second: t(nextName, { count: rest }) }) : first
  }
}
