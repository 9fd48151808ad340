import { expect, test } from 'vitest'
import { first } from '../../contract/required.ts'
import type { Series } from '../drive/drive.ts'
import { recordsOf } from './records.ts'
import { between, table } from './tables.ts'

const load = (times: number[], perSecond: number) => ({
  times,
  perSecond,
  cpu: 1,
  p50: first(times, 'times'),
  p95: 0,
})

function series(size: Series['size'], p50s: number[]): Series {
  const rounds = p50s.map((p50) => ({
    one: load([p50 / 2], 10),
    eight: load([p50, p50, p50 * 2], 100),
    calls: 4,
    serverCpu: 24,
    dbCpu: 2,
    limit: 300,
  }))
  return { case: 'devices', kind: 'list', size, statements: 4, rounds }
}

const records = recordsOf({
  series: [series(10_000, [2, 2, 2]), series(1_000_000, [4, 400, 6])],
  argon2id: 8,
})

test('a single outlier round does not affect the growth and limit ratios', () => {
  expect(records.map(({ growth, limitRatio }) => ({ growth, limitRatio }))).toEqual([
    { growth: 1, limitRatio: 3 },
    { growth: 3, limitRatio: 3 },
  ])
})

test('percentiles and CPU times are computed from the calls of all rounds', () => {
  expect(records[1]).toMatchObject({ p50: 8, p99: 800, one: { p50: 3 }, serverCpuMs: 6, dbCpuMs: 0.5 })
})

test('a failed case has no row in the report', () => {
  const failed = { ...series(10_000, [1]), failed: 'The page is empty.' }
  expect(recordsOf({ series: [failed], argon2id: 8 })).toEqual([])
})

test('the report table has a row per case and a column per size', () => {
  expect(table(records).split('\n').at(-1)).toBe(
    '| devices | 1.0 (2.0 / 4.0) | 3.0 (8.0 / 800) | 100 | 6.00 + 0.50 | 4 | 3.0 | 3.0 |',
  )
})

test('the report table lists the slowest case at the largest size first', () => {
  const quick = { ...series(1_000_000, [1, 1, 1]), case: 'quick' }
  const slow = { ...series(1_000_000, [9, 9, 9]), case: 'slow' }
  const sorted = recordsOf({ series: [quick, slow], argon2id: 8 })
  const names = table(sorted)
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | ')[0])
  expect(names).toEqual(['| slow', '| quick'])
})

test('replaces the text between two markers, and throws if the markers are missing', () => {
  const text = 'a\n<!-- bench -->\nold\n<!-- end of bench -->\nb\n'
  expect(between(text, 'bench', 'new')).toBe('a\n<!-- bench -->\n\nnew\n\n<!-- end of bench -->\nb\n')
  expect(() => between('a', 'bench', 'new')).toThrow('markers')
})
