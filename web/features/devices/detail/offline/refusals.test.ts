import { expect, test } from 'vitest'
import { required } from '../../../../../contract/required.ts'
import type { Refusal } from '../../device.ts'
import { inPicture, runsOf } from './refusals.ts'

const row = (
  reason: Refusal['reason'],
  first: string,
  last: string,
  count: number,
  ip = '192.0.2.1',
): Refusal => ({
  ...{ reason, count, ip, address: null },
  firstDateTime: `2026-11-${first}:00Z`,
  lastDateTime: `2026-11-${last}:00Z`,
})

const rows = [
  row('PASSWORD', '22T08:00', '22T08:39', 40, '192.0.2.9'),
  row('PASSWORD', '21T09:00', '21T09:59', 60),
  row('SUSPENDED', '21T04:00', '21T04:01', 2),
  row('PASSWORD', '19T08:33', '19T08:59', 27),
]

test('groups refused connection attempts with the same reason unless they are more than a day apart', () => {
  const runs = runsOf(rows)
  expect(runs.map(({ reason, count, ip }) => [reason, count, ip])).toEqual([
    ['PASSWORD', 100, '192.0.2.9'],
    ['SUSPENDED', 2, '192.0.2.1'],
    ['PASSWORD', 27, '192.0.2.1'],
  ])
  expect([required(runs[0], 'item of runs').from, required(runs[0], 'item of runs').to]).toEqual([
    Date.parse('2026-11-21T09:00:00Z'),
    Date.parse('2026-11-22T08:39:00Z'),
  ])
  expect(runsOf([])).toEqual([])
})

test('starts a new group in the chart after two hours without a refused attempt', () =>
  expect(runsOf(rows, inPicture)).toHaveLength(4))
