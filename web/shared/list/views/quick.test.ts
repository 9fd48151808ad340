import { expect, test } from 'vitest'
import type { ListState } from '../useListSearch.ts'
import { namedBy } from './quick.ts'

const views = [
  { key: 'all', label: 'all', filters: { expiry: '', status: '' }, sort: null },
  { key: 'soon', label: 'soon', filters: { expiry: '30', status: 'ACTIVE' }, sort: null },
]
const state = (filters: ListState['filters'], saved = {}) => ({ filters, saved }) as ListState

test('namedBy returns only the filters that the active view sets', () => {
  const named = (...values: Parameters<typeof state>) => namedBy(views, state(...values))
  expect(named({ expiry: '30', status: 'ACTIVE', area: '110000' })).toEqual(['expiry', 'status'])
  // A predefined view is active only if all of its filters have the view's values.
  expect(named({ expiry: '30', status: '', area: '' })).toEqual([])
  expect(named({ expiry: '30', status: 'ACTIVE' }, { view: { search: { area: '110000' } } })).toEqual([
    'area',
  ])
  expect(namedBy(undefined, state({ expiry: '30' }))).toEqual([])
})
