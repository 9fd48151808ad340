import { expect, test } from 'vitest'
import { createProgress, type Progress } from './progress.ts'

/** Creates a progress bar with a clock that the test controls. */
function stand() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const seen: Progress[] = []
  const bar = createProgress((progress) => seen.push(progress), {
    setTimeout: (run, ms) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return timer
    },
    clearTimeout: (timer) => {
      timers = timers.filter((each) => each !== timer)
    },
  })
  const pass = (ms: number) => {
    const until = now + ms
    for (;;) {
      const next = timers.filter((each) => each.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      timers = timers.filter((each) => each !== next)
      now = next.at
      next.run()
    }
    now = until
  }
  return { bar, seen, pass }
}

test('the progress bar advances every 800 ms, and disappears 200 ms after completion', () => {
  const { bar, seen, pass } = stand()
  bar.start()
  expect(seen).toEqual([0.08])
  pass(799)
  expect(seen).toEqual([0.08])
  pass(1)
  pass(800)
  expect(seen.map((each) => each?.toFixed(2))).toEqual(['0.08', '0.10', '0.12'])
  bar.done()
  expect(seen.at(-1)).toBe(1)
  pass(199)
  expect(seen.at(-1)).toBe(1)
  pass(1)
  expect(seen.at(-1)).toBeNull()
})

test('the progress bar never completes by itself', () => {
  const { bar, seen, pass } = stand()
  bar.start()
  pass(800 * 200)
  expect(seen.at(-1)).toBeLessThan(1)
})

test('the progress bar keeps its position if it is started again while active', () => {
  const { bar, seen, pass } = stand()
  bar.start()
  pass(1600)
  const before = seen.length
  bar.start()
  expect(seen).toHaveLength(before)
})

test('the progress bar stays visible if it is started again before it has disappeared', () => {
  const { bar, seen, pass } = stand()
  bar.start()
  bar.done()
  pass(100)
  bar.start()
  pass(300)
  expect(seen.at(-1)).toBe(0.08)
})

test('the progress bar is not shown if done() is called without start()', () => {
  const { bar, seen } = stand()
  bar.done()
  expect(seen).toEqual([])
})
