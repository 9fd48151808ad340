import { describe, expect, it } from 'vitest'
import { parseCooldown, secondsLeft } from './cooldown.ts'

const now = 1_800_000_000_000
const running = { to: '138****2046', until: now + 46_200, validUntil: now + 300_000 }

describe('the wait between two codes', () => {
  it('counts whole seconds, never showing 0 while it runs', () => {
    expect(secondsLeft(running, '138****2046', now)).toBe(47)
    expect(secondsLeft(running, '138****2046', running.until - 1)).toBe(1)
    expect(secondsLeft(running, '138****2046', running.until)).toBe(0)
  })

  it('is shown before a number is typed, and does not hold up another number', () => {
    expect(secondsLeft(running, '', now)).toBe(47)
    expect(secondsLeft(running, '139****0000', now)).toBe(0)
  })

  it('is read back after a reload', () => {
    expect(parseCooldown(JSON.stringify(running), now)).toEqual(running)
    expect(parseCooldown(JSON.stringify(running), running.until + 1)).toEqual(running)
  })

  it.each([
    ['nothing', null],
    ['damage', '{"to":'],
    ['another shape', '[]'],
    ['a wait that is over', JSON.stringify({ ...running, until: now - 1, validUntil: now })],
    ['a clock that was set back', JSON.stringify({ ...running, until: now + 3 * 86_400_000 })],
  ])('%s counts as none', (_, text) => expect(parseCooldown(text, now)).toBeUndefined())
})
