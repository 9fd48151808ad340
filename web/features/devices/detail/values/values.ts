import { deviceNumber, sampled } from '../../../../../contract/device-values.ts'
import { required } from '../../../../../contract/required.ts'
import type { Sample } from '../../device.ts'
import { byMeaning, meaningOf } from './names.ts'

export interface ShownNumber {
  key: string
  value: number
  unit: string
}

/** What a device tells of itself: numbers that have a curve, and what is said in a row. Its configuration is elsewhere. */
export function valuesOf(info: Readonly<Record<string, unknown>>) {
  const numbers: ShownNumber[] = []
  const rows: { key: string; notified: unknown; unit: string }[] = []
  for (const [key, notified] of Object.entries(info).sort(([one], [other]) => byMeaning(one, other))) {
    if (key === 'config' && typeof notified === 'object') continue
    const number = deviceNumber(key, notified)
    const meaning = meaningOf(key)
    const unit = number?.unit ?? meaning?.unit ?? ''
    if (number && (meaning?.as ?? 'curve') === 'curve') numbers.push({ key, value: number.value, unit })
    else rows.push({ key, notified: number?.value ?? notified, unit: number ? unit : '' })
  }
  return { numbers, rows }
}

const day = 86_400_000

/** Milliseconds between two reports as the samples have them: half of the spaces are not longer; those of samples at least. */
export function intervalOf(samples: readonly Sample[]): number {
  const spaces = samples
    .slice(1)
    .map(
      ({ dateTime }, index) =>
        Date.parse(dateTime) - Date.parse(required(samples[index], 'item of samples').dateTime),
    )
    .sort((one, other) => one - other)
  return Math.max(sampled.seconds * 1_000, spaces[Math.floor((spaces.length - 1) / 2)] ?? 0)
}

interface At {
  at: number
  value: number
}

/**
 * The points of a number's curve over 24 h until `now`, ended by what it is now; null where three intervals passed without
 * a word. Fewer than two instants make no curve: null.
 */
export function curveOf(
  key: string,
  samples: readonly Sample[],
  current: { at: number; value: number },
  now: number,
): { points: (At | null)[]; least: number; most: number } | null {
  const longest = 3 * intervalOf(samples)
  const notified = samples.flatMap(({ dateTime, numbers }) => {
    const value = (numbers as Record<string, unknown>)[key]
    return typeof value === 'number' ? { at: Date.parse(dateTime), value } : []
  })
  const all = [...notified.filter(({ at }) => at < current.at), current].filter(({ at }) => at >= now - day)
  if (all.length < 2) return null
  const values = all.map(({ value }) => value)
  return {
    points: all.flatMap(({ at, value }, index) => {
      const point = { at: (at - (now - day)) / day, value }
      return index && at - required(all[index - 1], 'item of all').at > longest ? [null, point] : [point]
    }),
    least: Math.min(...values),
    most: Math.max(...values),
  }
}
