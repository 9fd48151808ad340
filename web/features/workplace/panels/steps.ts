import { required } from '../../../../contract/required.ts'

/** Beginnings that are easily read, of each power of ten. */
const round = [1, 1.5, 2, 3, 4, 5, 6, 8]

const powerOf = (value: number): number => 10 ** Math.floor(Math.log10(value))

/** The largest round number that is not above the value, which is 1 at least. */
function below(value: number): number {
  const power = powerOf(value)
  return Math.max(
    1,
    Math.floor(
      power *
        required(
          round.findLast((each) => each * power <= value),
          'item of round',
        ),
    ),
  )
}

/** The next round number. */
function above(value: number): number {
  const power = powerOf(value)
  return Math.ceil(power * (round.find((each) => each * power > value) ?? 10))
}

/** Where the four steps over nothing begin: at the quarters of what is there, round and rising; the first at 1. */
export function stepsOf(values: readonly number[]): number[] {
  const sorted = values.filter((value) => value > 0).sort((one, other) => one - other)
  const steps = [1]
  for (const share of [0.25, 0.5, 0.75]) {
    const value = below(sorted[Math.floor(share * sorted.length)] ?? 1)
    const last = required(steps.at(-1), 'item of steps')
    steps.push(value > last ? value : above(last))
  }
  return steps
}

/** 0 is none. */
export const stepOf = (steps: readonly number[], value: number): number =>
  steps.filter((from) => value >= from).length
