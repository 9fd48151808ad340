import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './queryString.ts'

test('parses each query parameter as text', () => {
  expect(parseSearch('?page=2&code=007&on=true&q=%E7%8E%8B+x')).toEqual({
    page: '2',
    code: '007',
    on: 'true',
    q: '王 x',
  })
})

test('converts a repeated query parameter to a list, and a list to a repeated query parameter', () => {
  expect(parseSearch('?status=FINISH&status=REJECT')).toEqual({ status: ['FINISH', 'REJECT'] })
  expect(stringifySearch({ status: ['FINISH', 'REJECT'], q: '' })).toBe('?status=FINISH&status=REJECT&q=')
})

test('omits query parameters whose value is null or undefined', () => {
  expect(stringifySearch({ q: undefined, status: null })).toBe('')
})
