import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test('a query stays the text that it is', () => {
  expect(parseSearch('?page=2&code=007&on=true&q=%E7%8E%8B+x')).toEqual({
    page: '2',
    code: '007',
    on: 'true',
    q: '王 x',
  })
})

test('a repeated key is a list, in both directions', () => {
  expect(parseSearch('?status=FINISH&status=REJECT')).toEqual({ status: ['FINISH', 'REJECT'] })
  expect(stringifySearch({ status: ['FINISH', 'REJECT'], q: '' })).toBe('?status=FINISH&status=REJECT&q=')
})

test('what has no value is not written', () => {
  expect(stringifySearch({ q: undefined, status: null })).toBe('')
})
