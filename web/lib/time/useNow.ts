import { useSyncExternalStore } from 'react'
import { makeStore } from '../../store.ts'

/**
 * Returns the current time in milliseconds. The time is updated every `every` milliseconds while a mounted
 * component uses it.
 */
export function useNow(every = 15_000): number {
  const clock = clockOf(every)
  return useSyncExternalStore(clock.subscribe, clock.get)
}

const clocks = new Map<number, ReturnType<typeof makeClock>>()

function clockOf(every: number) {
  const clock = clocks.get(every) ?? makeClock(every)
  clocks.set(every, clock)
  return clock
}

/** Creates a clock with one timer. Components that share a clock update together. */
function makeClock(every: number) {
  const now = makeStore(Date.now())
  let users = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    get() {
      // While no component uses the clock, its timer is stopped, so the time may be outdated.
      if (!users && Date.now() - now.get() >= every) now.set(Date.now())
      return now.get()
    },
    subscribe(listener: () => void) {
      users += 1
      timer ??= setInterval(() => now.set(Date.now()), every)
      const unsubscribe = now.subscribe(listener)
      return () => {
        unsubscribe()
        users -= 1
        if (users) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
