/**
 * A numeric value that a device reports. `unit` is the unit that the device sends with the value. If `unit`
 * is missing, the key determines the unit.
 */
export interface DeviceNumber {
  key: string
  value: number
  unit?: string
}

/**
 * Limits for the numbers of a device that are sampled for charts. `numbers` is the maximum number of values,
 * and `key` and `unit` are maximum lengths. Values with longer keys are stored but have no chart. Each value
 * has one sample per `seconds` seconds. The newest `slots` samples are retained, so a chart covers one day.
 */
export const sampled = { numbers: 24, key: 64, unit: 16, slots: 144, seconds: 600 } as const

/**
 * Returns the number that a device reports under a key, either as a plain number or as `{"value": 21.5,
 * "unit": "°C"}`. Returns null if the value is not a number. A unit that is not a short string is ignored.
 */
export function deviceNumber(key: string, reported: unknown): DeviceNumber | null {
  // JSON.parse turns a number that overflows a double into Infinity.
  if (typeof reported === 'number') return Number.isFinite(reported) ? { key, value: reported } : null
  if (typeof reported !== 'object' || reported === null || !('value' in reported)) return null
  const { value, unit } = reported as { value: unknown; unit?: unknown }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return typeof unit === 'string' && unit !== '' && unit.length <= sampled.unit
    ? { key, value, unit }
    : { key, value }
}

/** Returns the values to sample, by key. These are the first numbers in the report, up to the limit. */
export function sampledNumbers(info: Readonly<Record<string, unknown>>): Record<string, number> {
  const numbers = Object.entries(info).flatMap(([key, reported]) =>
    key.length <= sampled.key ? (deviceNumber(key, reported) ?? []) : [],
  )
  return Object.fromEntries(numbers.slice(0, sampled.numbers).map(({ key, value }) => [key, value]))
}
