import { expect, test } from 'vitest'
import { slotsOf } from './slots.ts'

const turned = (...pages: string[][]) =>
  Object.fromEntries(pages.reduce((last, ids) => slotsOf(last, ids), new Map<string, number>()))

test('A page that is turned fills the rows of the one before', () => {
  expect(turned(['a', 'b', 'c'], ['d', 'e'])).toEqual({ d: 0, e: 1 })
  expect(turned(['a', 'b'], ['c', 'd', 'e'])).toEqual({ c: 0, d: 1, e: 2 })
})

test('A row that stays keeps its own, wherever it moves, and no other takes it', () => {
  expect(turned(['a', 'b', 'c'], ['x', 'b', 'y', 'a'])).toEqual({ x: 2, b: 1, y: 3, a: 0 })
})
