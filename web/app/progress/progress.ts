/** Parameters of the progress bar at the top of the window, from section 9 of the specification. */
export const progressFigures = { minimum: 0.08, rate: 0.02, speed: 200, trickle: 800 } as const

/** Maximum progress until the navigation completes. */
const most = 0.994

/** Fraction of the window's width, from 0 to 1. null if the bar is hidden. */
export type Progress = number | null

interface Clock {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

/** Creates a progress bar. Calls `show` on every change. Tests pass their own `clock`. */
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
    /** If the bar is already active, it continues from its current position. */
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
      // Keeps the full bar visible for a moment.
      timer = clock.setTimeout(() => set(null), speed)
    },
  }
}
