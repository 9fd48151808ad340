import { expect, test } from 'vitest'
import {
  deviceCauses,
  deviceConnects,
  deviceMoves,
  deviceStatuses,
  nextStatus,
  tenantEvents,
  tenantStatuses,
} from './states.ts'

test('the status of an organization can change only as listed in this test', () => {
  const moves = tenantStatuses.flatMap((status) =>
    tenantEvents.map((event) => `${status} ${event} ${nextStatus(status, event) ?? '-'}`),
  )
  expect(moves).toHaveLength(tenantStatuses.length * tenantEvents.length)
  expect(moves.filter((move) => !move.endsWith('-'))).toEqual([
    'PREPARE confirm FINISH',
    'PREPARE reject REJECT',
    'PREPARE delete DELETED',
    'REJECT rePrepare PREPARE',
    'REJECT delete DELETED',
    'FINISH expire EXPIRED',
    'FINISH delete DELETED',
    'EXPIRED extend FINISH',
    'EXPIRED delete DELETED',
  ])
})

test('the status of a device can change only as listed in this test', () => {
  const moves = deviceStatuses.flatMap((from) =>
    deviceStatuses.flatMap((to) =>
      deviceCauses.filter((cause) => deviceMoves(from, to, cause)).map((cause) => `${from} ${to} ${cause}`),
    ),
  )
  expect(moves).toEqual([
    'PRODUCED ACTIVE hand',
    'PRODUCED ACTIVE connection',
    'PRODUCED SUSPENDED hand',
    'PRODUCED EXPIRED date',
    'PRODUCED RETIRED hand',
    'ACTIVE SUSPENDED hand',
    'ACTIVE EXPIRED date',
    'ACTIVE RETIRED hand',
    'SUSPENDED ACTIVE hand',
    'SUSPENDED RETIRED hand',
    'EXPIRED PRODUCED date',
    'EXPIRED ACTIVE date',
    'EXPIRED RETIRED hand',
  ])
  expect(deviceStatuses.filter(deviceConnects)).toEqual(['PRODUCED', 'ACTIVE'])
})
