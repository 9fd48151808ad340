import { expect, test } from 'vitest'
import { inOrder, moved, readColumns, writeColumns } from './order.ts'

const columns = ['name', 'id', 'status', 'version', 'left'].map((key) => ({ key }))
const keys = (order: string[]) =>
  inOrder(columns, order)
    .map(({ key }) => key)
    .join(' ')

test('applies the stored order to the columns, but always keeps the first column first', () => {
  expect(keys([])).toBe('name id status version left')
  expect(keys(['left', 'version', 'status', 'id'])).toBe('name left version status id')
  expect(keys(['left', 'name', 'id', 'status', 'version'])).toBe('name left id status version')
})

test('inserts a new column after its default predecessor, and ignores a removed column', () => {
  expect(keys(['left', 'version', 'gone', 'id'])).toBe('name left version id status')
  expect(keys(['left', 'version', 'status'])).toBe('name id left version status')
})

test('moves a column only to an index that exists', () => {
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', 3)).toEqual(['a', 'b', 'c'])
})

test('parses stored column settings, also in the old format without an order', () => {
  expect(readColumns(null, ['ip'])).toEqual({ hidden: ['ip'], order: [] })
  expect(readColumns('ip version', [])).toEqual({ hidden: ['ip', 'version'], order: [] })
  for (const settings of [
    { hidden: ['ip'], order: ['left', 'id'] },
    { hidden: ['ip'], order: [] },
  ])
    expect(readColumns(writeColumns(settings), ['x'])).toEqual(settings)
  expect(readColumns(writeColumns({ hidden: [], order: ['id'] }), ['x'])).toEqual({
    hidden: ['-'],
    order: ['id'],
  })
})
