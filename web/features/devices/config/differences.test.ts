import { expect, test } from 'vitest'
import { differences, isSame } from './differences.ts'

test('lists each path at which the values of two configurations differ', () => {
  const before = {
    interval: 10,
    pressure: { low: 0.45, high: 0.8 },
    list: [{ id: 1 }, 2],
    'a.b': 1,
    gone: {},
  }
  const after = {
    list: [{ id: 3 }],
    pressure: { high: 0.8, low: 0.5, unit: 'MPa' },
    interval: '10',
    'a.b': 1,
  }
  expect(differences(before, after)).toEqual([
    { path: 'list[0].id', before: '1', after: '3' },
    { path: 'list[1]', before: '2' },
    { path: 'pressure.low', before: '0.45', after: '0.5' },
    { path: 'pressure.unit', after: '"MPa"' },
    { path: 'interval', before: '10', after: '"10"' },
    { path: 'gone', before: '{}' },
  ])
  expect(differences({ 'a.b': { '': 1 } }, { 'a.b': {} })).toEqual([{ path: '["a.b"][""]', before: '1' }])
  expect(differences({ a: {} }, { a: [] })).toEqual([{ path: 'a', before: '{}', after: '[]' }])
  expect(differences({}, { constructor: 1 })).toEqual([{ path: 'constructor', after: '1' }])
})

test('ignores the order of keys when comparing configurations, but not the order of list items', () => {
  expect(isSame({ a: 1, b: { c: null, d: [] } }, { b: { d: [], c: null }, a: 1 })).toBe(true)
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})
