import { expect, test } from 'vitest'
import { deviceNumber, sampled, sampledNumbers } from './device-values.ts'

test('accepts as a device value only a number, or an object with a number and an optional unit', () => {
  expect(deviceNumber('a', 21.5)).toEqual({ key: 'a', value: 21.5 })
  expect(deviceNumber('a', { value: -3, unit: 'kPa', more: 1 })).toEqual({ key: 'a', value: -3, unit: 'kPa' })
  expect(deviceNumber('a', { value: 0 })).toEqual({ key: 'a', value: 0 })
  // A unit that is not a short string is ignored.
  for (const unit of ['', 7, 'x'.repeat(sampled.unit + 1)])
    expect(deviceNumber('a', { value: 1, unit })).toEqual({ key: 'a', value: 1 })
  for (const value of ['21', true, null, [1], { value: '1' }, { cpu: 3 }, JSON.parse('1e999')])
    expect(deviceNumber('a', value), JSON.stringify(value)).toBeNull()
})

test('samples a limited number of numeric device values, and skips values with long keys', () => {
  expect(
    sampledNumbers({ model: 'X', load: { cpu: 3 }, up: 7, flow: { value: 1.5, unit: 'm³/h' }, on: true }),
  ).toEqual({ up: 7, flow: 1.5 })
  expect(sampledNumbers({ ['k'.repeat(sampled.key + 1)]: 1 })).toEqual({})
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, index]))
  expect(Object.keys(sampledNumbers({ text: 'first', ...many }))).toEqual(
    Array.from({ length: sampled.numbers }, (_, index) => `n${index}`),
  )
})
