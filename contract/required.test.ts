import { expect, test } from 'vitest'
import { first, last, MissingError, one, required } from './required.ts'

test('returns a value that is not null or undefined, even if the value is falsy', () => {
  expect([required(0, 'count'), required('', 'name'), required(false, 'flag')]).toEqual([0, '', false])
  expect([first([1, 2], 'rows'), last([1, 2], 'rows'), one([3], 'rows')]).toEqual([1, 2, 3])
})

test('throws an error that names the missing value', () => {
  expect(() => required(null, 'account')).toThrow(new MissingError('Missing value: account'))
  expect(() => required(undefined, 'account')).toThrow(new MissingError('Missing value: account'))
  expect(() => first([], 'accounts')).toThrow('Expected at least one item in accounts, found none')
  expect(() => last([], 'accounts')).toThrow('Expected at least one item in accounts, found none')
})

test('one() throws unless the list has exactly one item', () => {
  expect(() => one([], 'accounts')).toThrow('Expected exactly one item in accounts, found 0')
  expect(() => one([1, 2], 'accounts')).toThrow('Expected exactly one item in accounts, found 2')
})
