import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { decadesOf, drawGrowth, type Line } from './picture.ts'

const line = (name: string, ...values: number[]): Line => ({
  name,
  points: values.map((value, index) => ({
    size: required([10_000, 1_000_000][index], 'size'),
    value,
  })),
})

const heights = (svg: string) =>
  [...svg.matchAll(/points="([^"]+)"/g)].map(([, points]) =>
    required(points, 'points')
      .split(' ')
      .map((point) => Number(point.split(',')[1])),
  )

test('the growth chart draws tenfold growth one grid line higher and a constant value as a horizontal line', () => {
  const svg = drawGrowth('Growth', 'ms', [
    { title: 'Lists', lines: [line('flat', 1, 1), line('steep', 1, 10)] },
  ])
  const [flat, steep] = heights(svg)
  expect(required(flat, 'flat')[0]).toBe(required(flat, 'flat')[1])
  const ticks = [...svg.matchAll(/class="grid"[^>]* y1="([\d.]+)"/g)].map(([, y]) => Number(y))
  expect(
    first(required(steep, 'steep'), 'steep') - required(required(steep, 'steep')[1], 'second point'),
  ).toBeCloseTo(first(ticks, 'ticks') - required(ticks[1], 'second tick'), 1)
})

test('the growth chart labels the slowest and the median case with the value at the largest size', () => {
  const lines = [line('cheap', 1, 1), line('usual', 2, 3), line('dear <all>', 1, 812)]
  const svg = drawGrowth('Growth', 'ms', [{ title: 'Searches', lines }])
  expect(svg).toContain('most expensive: dear &lt;all>, 810 ms')
  expect(svg).toContain('middle: usual, 3 ms')
  expect(svg).toContain('prefers-color-scheme: dark')
})

test('the chart axis covers all values, and spans one decade if all values are equal', () => {
  expect(decadesOf([0.4, 3, 120])).toEqual([-1, 0, 1, 2, 3])
  expect(decadesOf([10, 10])).toEqual([1, 2])
  expect(decadesOf([])).toEqual([0, 1])
})
