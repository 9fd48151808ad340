/** Progress bar at the top of the window during navigation. Values from section 9 of the specification. */
export const progressFigures = { minimum: 0.08, rate: 0.02, speed: 200, trickle: 800 } as const

/** The bar never completes by itself. */
const most = 0.994

/** Share of the width from 0 to 1. null: not shown. */
export type Progress = number | null

interface Clock {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

/** Creates a bar. Calls `show` on every change. Tests pass their own `clock`. */
export function createProgress(show: (progress: Progress) => void, clock: Clock = globalThis as Clock) {
  const { minimum, rate, speed, trickle } = progressFigures
  let at: Progress = null
  let timer: unknown

  function set(next: Progress) {
    at = next
    show(next)
  }

  function creep() {
    timer = clock.setTimeout(() => {
      set(Math.min((at ?? minimum) + rate, most))
      creep()
    }, trickle)
  }

  return {
    /** Starting again while the bar is active continues where it is. */
    start() {
      if (at !== null && at < 1) return
      clock.clearTimeout(timer)
      set(minimum)
      creep()
    },
    done() {
      if (at === null || at === 1) return
      clock.clearTimeout(timer)
      set(1)
      // Shows the full bar for a moment.
      timer = clock.setTimeout(() => set(null), speed)
    },
  }
}
