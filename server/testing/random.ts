/** Whole numbers from 0, below the bound: the same in each run that begins with the same seed, of 32 bits. */
export function repeatable(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
