/** A number that a device tells of itself. `unit`: as the device says it; without one its key tells it. */
export interface DeviceNumber {
  key: string
  value: number
  unit?: string
}

/** Numbers of one device that are sampled, characters of a key and of a unit; what is longer is a value without a curve. */
export const sampled = { numbers: 24, key: 64, unit: 16, slots: 144, seconds: 600 } as const

/**
 * The number that is told under a key: itself, or `{"value": 21.5, "unit": "°C"}`; null where it is none. A unit that is no
 * short text is left out.
 */
export function deviceNumber(key: string, told: unknown): DeviceNumber | null {
  // What overflows a number is read as infinite.
  if (typeof told === 'number') return Number.isFinite(told) ? { key, value: told } : null
  if (typeof told !== 'object' || told === null || !('value' in told)) return null
  const { value, unit } = told as { value: unknown; unit?: unknown }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return typeof unit === 'string' && unit !== '' && unit.length <= sampled.unit
    ? { key, value, unit }
    : { key, value }
}

/** The numbers of which a sample is kept, key to value: the first ones told. */
export function sampledNumbers(info: Readonly<Record<string, unknown>>): Record<string, number> {
  const numbers = Object.entries(info).flatMap(([key, told]) =>
    key.length <= sampled.key ? (deviceNumber(key, told) ?? []) : [],
  )
  return Object.fromEntries(numbers.slice(0, sampled.numbers).map(({ key, value }) => [key, value]))
}
