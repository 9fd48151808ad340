import { v7 } from 'uuid'
import { first, last, required } from '../../contract/required.ts'

/** A deterministic random number generator, so that the data is the same on every machine. */
export interface Random {
  /** Returns an integer from min to max, including both. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns `count` distinct items of the list, in the order of the list. */
  some<T>(from: readonly T[], count: number): T[]
  /** Returns one of the keys. The probability of each key is proportional to its weight. */
  weighted<K extends string>(weights: Record<K, number>): K
  /** Returns a UUID v7 with this timestamp. */
  id(at: Date): string
}

/** Uses the mulberry32 algorithm. Its 32-bit state is sufficient for names and dates, but not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (from) => required(from[int(0, from.length - 1)], 'item of from'),
    some(from, count) {
      const left = from.map((_, index) => index)
      const chosen = new Set<number>()
      while (chosen.size < Math.min(count, from.length)) {
        chosen.add(first(left.splice(int(0, left.length - 1), 1), 'left'))
      }
      return from.filter((_, index) => chosen.has(index))
    },
    weighted<K extends string>(weights: Record<K, number>): K {
      const entries = Object.entries(weights) as [K, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      return last(entries, 'entries')[0]
    },
    id: (at) => v7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => int(0, 255)) }),
  }
}

const day = 86_400_000
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * day)
export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * day)
