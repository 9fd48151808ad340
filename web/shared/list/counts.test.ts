import { expect, test } from 'vitest'
import { countsQuery } from './counts.ts'

const list = `
  query QueryDevice(
    $first: Int!, $pageSize: Int!, $q: String, $statusSet: [DeviceStatus!], $matching: Boolean = false
  ) {
    queryDevice(first: $first, pageSize: $pageSize, q: $q, statusSet: $statusSet) {
      count countExact
      ids @include(if: $matching)
    }
  }
`

test('counts the rows of each view with the view’s arguments in a single query', () => {
  const views = { all: { q: '泵', statusSet: null }, expired: { q: '泵', statusSet: ['EXPIRED'] } }
  expect(countsQuery('DeviceCounts', list, 'queryDevice', views)).toEqual({
    text:
      'query DeviceCounts($all_q: String, $expired_q: String, $expired_statusSet: [DeviceStatus!]) { ' +
      'all: queryDevice(pageSize: 1, q: $all_q) { count countExact } ' +
      'expired: queryDevice(pageSize: 1, q: $expired_q, statusSet: $expired_statusSet) { count countExact } }',
    variables: { all_q: '泵', expired_q: '泵', expired_statusSet: ['EXPIRED'] },
  })
})

test('the count query declares no variables if no view sets an argument', () => {
  expect(countsQuery('DeviceCounts', list, 'queryDevice', { all: {} })).toEqual({
    text: 'query DeviceCounts { all: queryDevice(pageSize: 1) { count countExact } }',
    variables: {},
  })
})
