import { expect, test } from 'vitest'
import { first, required } from '../../../../contract/required.ts'
import { brokenShares, dropsOf, lastDays, sinceRegistered, spansOf, summarize, within } from './history.ts'
import { endedConnect } from './lastConnect.ts'
import { ongoing } from './useDuration.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)
const connection = (from: string, to: string | null) => ({
  connectDateTime: `2026-11-20T${from}Z`,
  disconnectDateTime: to && `2026-11-20T${to}Z`,
})
const window = { start: at('00:00:00'), now: at('12:00:00'), earlier: false }

test('counts a device as offline between connections, and as unknown before its first connection', () => {
  const newestFirst = [connection('10:00:00', null), connection('02:00:00', '08:00:00')]
  expect(spansOf(newestFirst, window)).toEqual([
    { from: at('02:00:00'), to: at('08:00:00'), online: true },
    { from: at('08:00:00'), to: at('10:00:00'), online: false },
    { from: at('10:00:00'), to: at('12:00:00'), online: true },
  ])
  expect(summarize(spansOf(newestFirst, window))).toEqual({ share: 0.8, breaks: 1, longest: 7_200_000 })
})

test('counts a device that connected before the shown period as offline whenever it has no connection', () => {
  const spans = spansOf([connection('03:00:00', '06:00:00')], { ...window, earlier: true })
  expect(spans.map(({ online }) => online)).toEqual([false, true, false])
  expect(summarize(spans)).toEqual({ share: 0.25, breaks: 2, longest: 21_600_000 })
  expect(summarize(spansOf([], { ...window, earlier: true }))).toMatchObject({ share: 0, breaks: 1 })
})

test('ignores the time before the device was registered', () => {
  const lost = [connection('02:00:00', '03:00:00'), connection('11:00:00', null)]
  const since = sinceRegistered({ ...window, earlier: true }, '2026-11-20T10:30:00Z')
  expect(summarize(spansOf(lost, since))).toEqual({ share: 1, breaks: 0, longest: 0 })
  expect(sinceRegistered(window, '2026-11-01T00:00:00Z')).toEqual(window)
})

test('merges adjacent and overlapping connections into one', () => {
  const taken = [
    connection('05:00:00', '09:00:00'),
    connection('01:00:00', '05:00:00'),
    connection('04:00:00', null),
  ]
  expect(spansOf(taken, window)).toEqual([{ from: at('01:00:00'), to: at('12:00:00'), online: true }])
})

test('returns no time spans for a device that has never connected', () => {
  expect(spansOf([], window)).toEqual([])
  expect(summarize([])).toEqual({ share: null, breaks: 0, longest: 0 })
})

test('splits a time span at midnight into two days', () => {
  const now = new Date(2026, 10, 20, 15, 30).getTime()
  const days = lastDays(7, now)
  expect(days).toHaveLength(7)
  expect(first(days, 'days').start).toBe(new Date(2026, 10, 20).getTime())
  for (const [index, day] of days.slice(1).entries())
    expect(day.end).toBe(required(days[index], 'item of days').start)
  const span = {
    from: required(days[1], 'item of days').end - 60_000,
    to: required(days[1], 'item of days').end + 60_000,
    online: true,
  }
  expect(within([span], required(days[1], 'item of days'))).toEqual([
    { ...span, to: required(days[1], 'item of days').end },
  ])
  expect(within([span], first(days, 'days'))).toEqual([{ ...span, from: first(days, 'days').start }])
  expect(within([span], required(days[2], 'item of days'))).toEqual([])
})

test('draws short interruptions in proportion to their duration, and groups those that follow each other closely', () => {
  const second = 1_000
  // The device is offline for half a second in each minute of an hour.
  const spans = Array.from({ length: 60 }, (_, index) => ({
    from: index * 60 * second,
    to: index * 60 * second + second / 2,
    online: false,
  }))
  const hour = { start: 0, end: 3_600 * second }
  for (const share of brokenShares(spans, hour, 6)) expect(share).toBeCloseTo(1 / 120)
  const shares = brokenShares([{ from: 0, to: 1_800 * second, online: false }], hour, 4)
  expect(shares).toEqual([1, 1, 0, 0])
  expect(dropsOf(spans, 120 * second)).toEqual([
    { from: 0, to: 3_540 * second + 500, count: 60, total: 30 * second, longest: 500 },
  ])
  expect(dropsOf(spans, 10 * second)).toHaveLength(60)
})

test('returns the previous connection of an online device, and the newest connection of an offline device', () => {
  const older = { ip: '192.0.2.1', address: null, connectDateTime: '2026-11-20T08:00:00Z' }
  const newer = { ip: '192.0.2.2', address: null, connectDateTime: '2026-11-21T08:00:00Z' }
  const device = (status: 'ONLINE' | 'OFFLINE') => ({
    currentConnect: { ...newer, status },
    lastConnect: older,
  })
  expect(endedConnect(device('ONLINE'))?.ip).toBe('192.0.2.1')
  expect(endedConnect(device('OFFLINE'))?.ip).toBe('192.0.2.2')
})

test('after one minute, rounds the duration of a running connection down to whole minutes', () => {
  expect([59_900, 61_500, 3_600_500].map(ongoing)).toEqual([59_900, 60_000, 3_600_000])
})
