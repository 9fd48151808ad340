import { describe, expect, it } from 'vitest'
import { timeFormats } from './time.ts'

const zh = timeFormats('zh-CN', { now: '现在', today: (time) => `今天 ${time}` }, 'Asia/Shanghai')
const en = timeFormats('en-US', { now: 'now', today: (time) => `today ${time}` }, 'America/New_York')
const now = Date.parse('2026-11-20T13:36:00Z')

describe('time formats in the viewer’s time zone', () => {
  it.each([
    ['2026-11-20T13:35:30.000Z', '现在', 'now'],
    ['2026-11-20T13:36:20.000Z', '现在', 'now'],
    ['2026-11-20T13:12:00.000Z', '今天 21:12', 'today 08:12'],
    ['2026-11-19T16:12:00.000Z', '今天 00:12', 'Nov 19, 11:12'],
    ['2026-11-18T13:40:00.000Z', '11-18 21:40', 'Nov 18, 08:40'],
    ['2025-12-31T17:00:00.000Z', '01-01 01:00', 'Dec 31, 2025, 12:00'],
  ])('show %s as %j in Chinese and as %j in English', (instant, chinese, english) => {
    expect(zh.recent(instant, now)).toBe(chinese)
    expect(en.recent(instant, now)).toBe(english)
  })

  it('include the seconds of a time on the current day, but not of a time on an earlier day', () => {
    const [earlier, before] = ['2026-11-20T13:35:30.000Z', '2026-11-18T13:40:00.000Z']
    expect([zh.moment(earlier, now), en.moment(earlier, now)]).toEqual(['21:35:30', '08:35:30'])
    expect([zh.moment(before, now), en.moment(before, now)]).toEqual(['11-18 21:40', 'Nov 18, 08:40'])
  })

  it('include dates and the name of the time zone', () => {
    expect(zh.dateTime(now)).toBe('2026-11-20 21:36')
    expect(zh.date(now)).toBe('2026-11-20')
    expect([zh.dayOf(now), en.dayOf(now)]).toEqual(['11-20', 'Nov 20'])
    expect([zh.time(now), en.time(now)]).toEqual(['21:36', '08:36'])
    expect(en.dateTime(now)).toBe('Nov 20, 2026, 08:36')
    expect(zh.exact(now)).toMatch(/^2026-11-20 21:36:00/)
    expect(zh.zone()).toBe('中国标准时间 (UTC+8)')
    expect(en.zone()).toBe('Eastern Standard Time (UTC-5)')
  })
})
