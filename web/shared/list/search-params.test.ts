import { expect, test } from 'vitest'
import { phonesAmong } from './phones.ts'
import { listSearch, readSearch, writeSearch } from './search-params.ts'

const rules = {
  filters: { name: 'text', enabled: ['true', 'false'] },
  sorts: ['NAME', 'JOINED'],
} as const

test('restores the state of a list from its URL', () => {
  const list = {
    filters: { name: '王 & 李', enabled: 'false' },
    page: 3,
    after: 'c-u_r',
    size: 50,
    sort: { field: 'JOINED', order: 'DESC' },
  } as const
  expect(readSearch(rules, writeSearch(rules, list))).toEqual(list)
})

test('omits default values from the URL of a list', () => {
  const { filters, ...others } = readSearch(rules, {})
  expect(
    Object.values(writeSearch(rules, { filters, ...others })).every((value) => value === undefined),
  ).toBe(true)
})

test('ignores invalid search parameters of a list', () => {
  const nothing = readSearch(rules, {})
  for (const search of [
    { page: '0' },
    { page: '-1' },
    { page: '2.5' },
    { page: '1e9' },
    { after: 'cursor' },
    { size: '7' },
    { size: '1000' },
    { sort: 'PASSWORD.asc' },
    { sort: 'NAME' },
    { enabled: 'maybe' },
    { stranger: 'x' },
  ])
    expect(readSearch(rules, search)).toEqual(nothing)
  // If a parameter occurs several times, its first value is used.
  expect(readSearch(rules, { name: ['a', 'b'] }).filters.name).toBe('a')
})

test('removes invalid search parameters and default values from the URL of a list', () => {
  const search = { name: 'a', enabled: 'maybe', page: '1', size: '50', sort: 'NAME.asc' }
  expect(listSearch(rules)(search)).toEqual({ name: 'a', size: '50', sort: 'NAME.asc' })
})

test('recognizes a complete phone number in any notation, and no other text', () => {
  const searching = { q: 'search', from: 'text', status: ['1380013'] } as const
  for (const q of [
    '13800138000',
    '+86 138-0013-8000',
    '１３８ ００１３ ８０００',
    '\u202d+86 138 0013 8000\u202c',
  ])
    expect(phonesAmong(searching, { q }), q).toEqual({ q })
  for (const q of ['8000', '0013', 'wang.13800138000', '2026 款', ''])
    expect(phonesAmong(searching, { q }), q).toEqual({})
  expect(phonesAmong(searching, { q: '', from: '2026-01-05', status: '1380013' })).toEqual({})
  const list = readSearch(
    { filters: searching, sorts: [] },
    { from: '2026-01-05' },
    { q: '13800138000', from: 'x' },
  )
  expect(list.filters).toEqual({ q: '13800138000', from: '2026-01-05', status: '' })
})
