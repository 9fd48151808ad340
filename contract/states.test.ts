import { expect, test } from 'vitest'
import { nextStatus, tenantEvents, tenantStatuses } from './states.ts'

test('an organization changes its status by these events and by no other', () => {
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
