import { expect, test } from 'vitest'
import { first } from '../../../../contract/required.ts'
import { divisions } from '../../../shared/areas/divisions/divisions.ts'
import { words } from '../../../shared/areas/divisions/words.ts'
import type { EventRow } from '../../../shared/audit/events.ts'
import { activityOf, groupsOf } from './groups.ts'
import { weeksFrom } from './queries.ts'
import { stepOf, stepsOf } from './steps.ts'

const activity = (id: string, minute: number, more: Partial<EventRow> = {}): EventRow =>
  ({
    id,
    dateTime: new Date(Date.UTC(2026, 10, 22, 8, 60 - minute)).toISOString(),
    action: 'ActivateDevice',
    actor: null,
    applicationId: null,
    tenantId: 't1',
    targetType: 'device',
    targetId: id,
    success: true,
    ...more,
  }) as EventRow

const account = (id: string, minute: number, action: string) =>
  activity(id, minute, { action, actor: { id, name: id }, targetType: 'account', tenantId: id })

const ids = (activities: EventRow[]) =>
  groupsOf(activities).map((group) => group.map(({ id }) => id).join(' '))

test('combines equal actions within 30 minutes into one sentence', () => {
  expect(
    ids([
      activity('a', 1),
      activity('b', 2, { actor: { id: 'p', name: 'P' }, action: 'ConfirmTenant' }),
      activity('c', 5),
      activity('d', 6, { tenantId: 't2' }),
      activity('e', 31),
      activity('f', 32),
      account('g', 40, 'Register'),
      account('h', 41, 'Register'),
      account('i', 42, 'SignIn'),
      account('j', 43, 'ChangePassword'),
    ]),
  ).toEqual(['a c d e', 'b', 'f', 'g h'])
  expect(ids([])).toEqual([])
})

test('distinguishes registrations, changes, renewals and moves of a device', () => {
  const changed = (changes: Record<string, unknown>) =>
    activity('a', 1, { action: 'SaveDeviceByPalgo', changes })
  expect(
    [
      { name: [null, 'A'] },
      { name: ['A', 'B'] },
      { expiredDate: [null, '2027'] },
      { tenantId: ['t1', 't2'] },
    ].map((changes) => activityOf(changed(changes))),
  ).toEqual(['RegisterDevice', 'ChangeDevice', 'RenewDevice', 'MoveDevice'])
})

test('combines one person’s actions on several organizations into one sentence', () => {
  const by = (id: string, minute: number) =>
    activity(id, minute, {
      actor: { id: 'p', name: 'P' },
      action: 'ConfirmTenant',
      targetType: 'tenant',
      tenantId: id,
    })
  expect(ids([by('x', 1), by('y', 3)])).toEqual(['x y'])
})

test('the color scale of the map has round, strictly increasing limits', () => {
  expect(stepsOf([])).toEqual([1, 2, 3, 4])
  expect(stepsOf([0, 3, 3, 3])).toEqual([1, 3, 4, 5])
  expect(stepsOf([734, 721, 624, 570, 447, 378, 352, 341])).toEqual([1, 300, 500, 600])
  const steps = stepsOf([1, 60, 70, 160, 420])
  expect(steps).toEqual([1, 60, 60 + 20, 150])
  expect([0, 1, 60, 420].map((value) => stepOf(steps, value))).toEqual([0, 1, 2, 4])
})

test('returns eight weeks, starting with the Monday of the current week', () => {
  const weeks = weeksFrom(new Date(2026, 10, 22, 12))
  expect(weeks).toHaveLength(8)
  expect(weeks[0]).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(weeks[7]).toEqual({ from: '2027-01-04', to: '2027-01-10' })
  expect(first(weeksFrom(new Date(2026, 10, 23, 0)), 'weeksFrom').from).toBe('2026-11-23')
})

test('the map contains all 34 divisions of China, each with a name and a unique position', () => {
  expect(divisions).toHaveLength(34)
  expect(divisions.map(({ id }) => id)).toEqual(Object.keys(words.zh))
  const places = divisions.map(({ row, column }) => `${row} ${column}`)
  expect(new Set(places).size).toBe(34)
  expect(divisions.every(({ row, column }) => row >= 0 && column >= 0)).toBe(true)
})
