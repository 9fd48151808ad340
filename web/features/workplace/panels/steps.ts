import { required } from '../../../../contract/required.ts'

/** A number is round if it is one of these factors times a power of ten. */
const round = [1, 1.5, 2, 3, 4, 5, 6, 8]

const powerOf = (value: number): number => 10 ** Math.floor(Math.log10(value))

/** Returns the largest round integer that is not greater than `value`, which must be at least 1. */
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

/** Returns the next round integer that is greater than `value`. */
function above(value: number): number {
  const power = powerOf(value)
  return Math.ceil(power * (round.find((each) => each * power > value) ?? 10))
}

/**
 * Returns the lower bounds of the four color steps, in strictly increasing order. The first bound is 1. The
 * other bounds are the rounded quartiles of the non-zero values.
 */
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

/** Returns the color step of a value. 0 means no color. */
export const stepOf = (steps: readonly number[], value: number): number =>
  steps.filter((from) => value >= from).length
