import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './address.ts'

const rules = {
  filters: { name: 'text', enabled: ['true', 'false'] },
  sorts: ['NAME', 'JOINED'],
} as const

test('an address brings back the list that it was written for', () => {
  const list = {
    filters: { name: '王 & 李', enabled: 'false' },
    page: 3,
    size: 50,
    sort: { field: 'JOINED', order: 'DESC' },
  } as const
  expect(readAddress(rules, writeAddress(list))).toEqual(list)
})

test('what is as it would be anyhow is not written', () => {
  const { filters, ...others } = readAddress(rules, {})
  expect(Object.values(writeAddress({ filters, ...others })).every((value) => value === undefined)).toBe(true)
})

test('what does not follow the rules is as if it were not there', () => {
  const nothing = readAddress(rules, {})
  for (const search of [
    { page: '0' },
    { page: '-1' },
    { page: '2.5' },
    { page: '1e9' },
    { size: '7' },
    { size: '1000' },
    { sort: 'PASSWORD.asc' },
    { sort: 'NAME' },
    { enabled: 'maybe' },
    { stranger: 'x' },
  ])
    expect(readAddress(rules, search)).toEqual(nothing)
  // The first of a repeated key counts.
  expect(readAddress(rules, { name: ['a', 'b'] }).filters.name).toBe('a')
})
