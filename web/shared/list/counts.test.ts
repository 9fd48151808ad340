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

test('one query counts the rows of all views, each with the arguments of the view', () => {
  const views = { all: { q: '泵', statusSet: null }, expired: { q: '泵', statusSet: ['EXPIRED'] } }
  expect(countsQuery('DeviceCounts', list, 'queryDevice', views)).toEqual({
    text:
      'query DeviceCounts($all_q: String, $expired_q: String, $expired_statusSet: [DeviceStatus!]) { ' +
      'all: queryDevice(pageSize: 1, q: $all_q) { count countExact } ' +
      'expired: queryDevice(pageSize: 1, q: $expired_q, statusSet: $expired_statusSet) { count countExact } }',
    variables: { all_q: '泵', expired_q: '泵', expired_statusSet: ['EXPIRED'] },
  })
})

test('the count query has no variables if the views do not set arguments', () => {
  expect(countsQuery('DeviceCounts', list, 'queryDevice', { all: {} })).toEqual({
    text: 'query DeviceCounts { all: queryDevice(pageSize: 1) { count countExact } }',
    variables: {},
  })
})
