/** The bar at the top of the window while a page is on its way; figures of the specification, section 9. */
export const progressFigures = { minimum: 0.08, rate: 0.02, speed: 200, trickle: 800 } as const

/** It never reaches the end by itself. */
const most = 0.994

/** null: not shown. 0 to 1: how much of the width. */
export type Progress = number | null

interface Clock {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

/** One bar. `show` is called at every change; `clock` is the page's own unless a test brings one. */
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
    /** A second start while under way goes on where it is. */
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
      // Long enough for the bar to be seen at its end.
      timer = clock.setTimeout(() => set(null), speed)
    },
  }
}
