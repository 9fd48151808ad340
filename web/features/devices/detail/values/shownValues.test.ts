import { expect, test } from 'vitest'
import { last, required } from '../../../../../contract/required.ts'
import { byMeaning, meaningOf } from './meanings.ts'
import { curveOf, intervalOf, valuesOf } from './shownValues.ts'

const now = Date.parse('2026-11-20T08:00:00Z')
const minute = 60_000
const sample = (minutes: number, numbers: Record<string, unknown>) => ({
  dateTime: new Date(now - minutes * minute).toISOString(),
  numbers,
})

test('recognizes a known key of a device value in camel case and snake case, and sorts unknown keys last', () => {
  expect(meaningOf('Battery_Voltage')).toBe(meaningOf('batteryVoltage'))
  expect(required(meaningOf('temperature'), 'result of meaningOf').unit).toBe('°C')
  for (const own of ['zeta', 'constructor', '__proto__']) expect(meaningOf(own)).toBeUndefined()
  expect(['zeta', 'rssi', 'alpha', 'temperature'].sort(byMeaning)).toEqual([
    'temperature',
    'rssi',
    'alpha',
    'zeta',
  ])
})

test('returns measured values with their units, and other values such as the model or uptime as rows', () => {
  const { numbers, rows } = valuesOf({
    model: 'EG-200',
    speedLimit: 3,
    uptime: 60,
    pressure: { value: 0.62, unit: 'MPa' },
    temperature: 21,
    load: { cpu: 3 },
    config: { interval: 10 },
    on: true,
  })
  expect(numbers).toEqual([
    { key: 'temperature', value: 21, unit: '°C' },
    { key: 'pressure', value: 0.62, unit: 'MPa' },
    { key: 'speedLimit', value: 3, unit: '' },
  ])
  expect(rows).toEqual([
    { key: 'uptime', reportedAt: 60, unit: 's' },
    { key: 'model', reportedAt: 'EG-200', unit: '' },
    { key: 'load', reportedAt: { cpu: 3 }, unit: '' },
    { key: 'on', reportedAt: true, unit: '' },
  ])
})

test('ends a chart at the current value, and shows a gap after three intervals without a sample', () => {
  const samples = [sample(1_500, { a: 99 }), ...[120, 110, 60, 50].map((at) => sample(at, { a: at, b: 'x' }))]
  expect(intervalOf(samples)).toBe(10 * minute)
  const curve = required(curveOf('a', samples, { at: now, value: 200 }, now), 'result of curveOf')
  expect(curve.points.map((point) => point?.value ?? null)).toEqual([120, 110, null, 60, 50, null, 200])
  expect(last(curve.points, 'points')?.at).toBe(1)
  // Samples older than a day are ignored.
  expect([curve.least, curve.most]).toEqual([50, 200])
  expect(curveOf('b', samples, { at: now, value: 1 }, now)).toBeNull()
  expect(curveOf('a', [], { at: now, value: 1 }, now)).toBeNull()
})

test('detects hourly samples, and shows them in a chart without gaps', () => {
  const hourly = [300, 240, 180, 120, 60].map((at) => sample(at, { a: 1 }))
  expect(intervalOf(hourly)).toBe(60 * minute)
  expect(
    required(curveOf('a', hourly, { at: now, value: 1 }, now), 'result of curveOf').points,
  ).not.toContain(null)
})
