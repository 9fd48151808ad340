import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { dayOf, endOfDay, readDay, startOfDay } from './days.ts'

test('a day begins and ends at midnight in the local time zone', () => {
  const start = required(startOfDay('2026-11-20'), 'result of startOfDay')
  const end = required(endOfDay('2026-11-20'), 'result of endOfDay')
  expect([start.getHours(), start.getDate(), end.getDate(), end.getHours()]).toEqual([0, 20, 20, 23])
  expect(dayOf(start)).toBe('2026-11-20')
  expect(dayOf(end.toISOString())).toBe('2026-11-20')
  expect(dayOf(end.getTime() + 1)).toBe('2026-11-21')
})

test('startOfDay and endOfDay return null for a text that is not a valid day', () => {
  for (const text of ['', '2026-02-30', '2026-13-01', '20261120', '2026-11-20T00:00'])
    expect([startOfDay(text), endOfDay(text)]).toEqual([null, null])
})

test('readDay accepts a complete date in each common notation, and rejects other texts', () => {
  const notations = [
    '2026-01-05',
    '2026-1-5',
    ' 2026/01/05 ',
    '2026.1.5',
    '20260105',
    '２０２６-０１-０５',
    '2026年1月5日',
  ]
  for (const text of notations) expect([text, readDay(text)]).toEqual([text, '2026-01-05'])
  for (const text of ['', '2026', '2026-1', '2026-02-30', '2026-13-1', '1/5/2026', '2026105', 'soon'])
    expect([text, readDay(text)]).toEqual([text, null])
})
