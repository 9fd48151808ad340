import { expect, test } from 'vitest'
import { inOrder, moved, readColumns, writeColumns } from './order.ts'

const columns = ['name', 'id', 'status', 'version', 'left'].map((key) => ({ key }))
const keys = (order: string[]) =>
  inOrder(columns, order)
    .map(({ key }) => key)
    .join(' ')

test('columns come in the order that they were put in, but for the first', () => {
  expect(keys([])).toBe('name id status version left')
  expect(keys(['left', 'version', 'status', 'id'])).toBe('name left version status id')
  expect(keys(['left', 'name', 'id', 'status', 'version'])).toBe('name left id status version')
})

test('one that the order does not know comes behind the one that it follows by itself, and one that is gone nowhere', () => {
  expect(keys(['left', 'version', 'gone', 'id'])).toBe('name left version id status')
  expect(keys(['left', 'version', 'status'])).toBe('name id left version status')
})

test('one is moved to a place that there is', () => {
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', 3)).toEqual(['a', 'b', 'c'])
})

test('what is remembered is brought back, of a console that knew no order too', () => {
  expect(readColumns(null, ['ip'])).toEqual({ hidden: ['ip'], order: [] })
  expect(readColumns('ip version', [])).toEqual({ hidden: ['ip', 'version'], order: [] })
  for (const kept of [
    { hidden: ['ip'], order: ['left', 'id'] },
    { hidden: ['ip'], order: [] },
  ])
    expect(readColumns(writeColumns(kept), ['x'])).toEqual(kept)
  expect(readColumns(writeColumns({ hidden: [], order: ['id'] }), ['x'])).toEqual({
    hidden: ['-'],
    order: ['id'],
  })
})
