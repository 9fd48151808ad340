import { expect, test } from 'vitest'
import { dayOf, endOfDay, startOfDay } from './days.ts'

test('a day begins and ends in the own time zone', () => {
  const start = startOfDay('2026-11-20')!
  const end = endOfDay('2026-11-20')!
  expect([start.getHours(), start.getDate(), end.getDate(), end.getHours()]).toEqual([0, 20, 20, 23])
  expect(dayOf(start)).toBe('2026-11-20')
  expect(dayOf(end.toISOString())).toBe('2026-11-20')
  expect(dayOf(end.getTime() + 1)).toBe('2026-11-21')
})

test('what is no day is none', () => {
  for (const text of ['', '2026-02-30', '2026-13-01', '20261120', '2026-11-20T00:00'])
    expect([startOfDay(text), endOfDay(text)]).toEqual([null, null])
})
