import { expect, test } from 'vitest'
import { slotsOf } from './slots.ts'

const turned = (...pages: string[][]) =>
  Object.fromEntries(pages.reduce((last, ids) => slotsOf(last, ids), new Map<string, number>()))

test('the rows of the next page reuse the slots of the previous page', () => {
  expect(turned(['a', 'b', 'c'], ['d', 'e'])).toEqual({ d: 0, e: 1 })
  expect(turned(['a', 'b'], ['c', 'd', 'e'])).toEqual({ c: 0, d: 1, e: 2 })
})

test('a row that moves within the list keeps its slot', () => {
  expect(turned(['a', 'b', 'c'], ['x', 'b', 'y', 'a'])).toEqual({ x: 2, b: 1, y: 3, a: 0 })
})
