import { deviceNumber, sampled } from '../../../../../contract/device-values.ts'
import { required } from '../../../../../contract/required.ts'
import type { Sample } from '../../device.ts'
import { byMeaning, meaningOf } from './meanings.ts'

export interface ShownNumber {
  key: string
  value: number
  unit: string
}

/**
 * Splits the reported values into numbers, which get a chart, and all other values. The configuration is
 * excluded, because another panel shows it.
 */
export function valuesOf(info: Readonly<Record<string, unknown>>) {
  const numbers: ShownNumber[] = []
  const rows: { key: string; reportedAt: unknown; unit: string }[] = []
  for (const [key, reportedAt] of Object.entries(info).sort(([one], [other]) => byMeaning(one, other))) {
    if (key === 'config' && typeof reportedAt === 'object') continue
    const number = deviceNumber(key, reportedAt)
    const meaning = meaningOf(key)
    const unit = number?.unit ?? meaning?.unit ?? ''
    if (number && (meaning?.as ?? 'curve') === 'curve') numbers.push({ key, value: number.value, unit })
    else rows.push({ key, reportedAt: number?.value ?? reportedAt, unit: number ? unit : '' })
  }
  return { numbers, rows }
}

const day = 86_400_000

/**
 * Returns the median interval between two samples in milliseconds, or the interval at which the server stores
 * samples if that is longer.
 */
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

interface ValueAt {
  at: number
  value: number
}

/**
 * Returns the reported values of a key over the last 24 hours as chart points. The current value is the last
 * point. null marks a gap of more than three intervals. Returns null if there are fewer than two values.
 */
export function curveOf(
  key: string,
  samples: readonly Sample[],
  current: { at: number; value: number },
  now: number,
): { points: (ValueAt | null)[]; least: number; most: number } | null {
  const longest = 3 * intervalOf(samples)
  const reportedAt = samples.flatMap(({ dateTime, numbers }) => {
    const value = (numbers as Record<string, unknown>)[key]
    return typeof value === 'number' ? { at: Date.parse(dateTime), value } : []
  })
  const all = [...reportedAt.filter(({ at }) => at < current.at), current].filter(({ at }) => at >= now - day)
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
