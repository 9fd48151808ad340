import { expect, test } from 'vitest'
import { inOrder, moved } from './sourceOrder.ts'

test('moves an id to a position within the list', () => {
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
})

test('sorts rows by a list of ids, with unknown rows at the end', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'new' }]
  expect(inOrder(rows, ['b', 'gone', 'a'])).toEqual([{ id: 'b' }, { id: 'a' }, { id: 'new' }])
})
