import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const now = Date.parse('2026-11-20T08:00:00Z')
const before = (minutes: number) => now - minutes * 60_000

test('shows the elapsed time in the largest whole unit, and a future time as 0 minutes ago', () => {
  const zh = (minutes: number) => ago('zh-CN', before(minutes), now)
  expect([0.5, 59, 60, 119, 23 * 60, 24 * 60, 47 * 60].map(zh)).toEqual([
    '0 分钟前',
    '59 分钟前',
    '1 小时前',
    '1 小时前',
    '23 小时前',
    '1 天前',
    '1 天前',
  ])
  expect(zh(-5)).toBe('0 分钟前')
  expect(ago('en-US', before(180), now)).toBe('3 hours ago')
})
