import { last } from '../../../contract/required.ts'
/**
 * Returns the values of four grid lines: round, evenly spaced numbers. All `values` lie between the first and
 * the last grid line.
 */
export function linesFor(values: readonly number[]): number[] {
  const low = Math.min(...values)
  const high = Math.max(...values)
  for (const step of steps()) {
    const base = Math.floor(low / step) * step
    if (base + 3 * step >= high) return [0, 1, 2, 3].map((line) => base + line * step)
  }
  return []
}

/** Yields the possible distances between grid lines: 1, 2, 5, 10, 20, 50 … */
function* steps(): Generator<number> {
  for (let power = 1; power < Number.MAX_SAFE_INTEGER; power *= 10) yield* [power, 2 * power, 5 * power]
}

interface Point {
  x: number
  y: number
}

/** Splits a list of points at its gaps. Each resulting list is drawn as one line. */
export function runsOf<P>(points: readonly (P | null)[]): P[][] {
  const runs: P[][] = [[]]
  for (const point of points) {
    if (point) last(runs, 'runs').push(point)
    else if (last(runs, 'runs').length > 0) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

export const lineOf = (run: readonly Point[]): string =>
  run.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
