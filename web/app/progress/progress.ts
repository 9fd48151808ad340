/** Parameters of the progress bar at the top of the window. Section 9 of the specification defines them. */
export const progressFigures = { minimum: 0.08, rate: 0.02, speed: 200, trickle: 800 } as const

/** Maximum progress until the navigation completes. */
const most = 0.994

/** Fraction of the window's width, from 0 to 1; null if the bar is hidden. */
export type Progress = number | null

interface Clock {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

/** Creates a progress bar. Calls `show` on every change. Only tests pass a `clock`. */
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
    /** Has no effect if the bar is already active. */
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
      // The full bar stays visible for a moment before it disappears.
      timer = clock.setTimeout(() => set(null), speed)
    },
  }
}
