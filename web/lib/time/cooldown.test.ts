import { describe, expect, it } from 'vitest'
import { parseCooldown, shownOf } from './cooldown.ts'

const now = 1_800_000_000_000
const to = '138****2046'
const running = { purpose: 'login', to, until: now + 46_200, validUntil: now + 300_000 } as const

describe('the wait between two codes', () => {
  it('counts whole seconds, never showing 0 while it runs', () => {
    const form = { purpose: 'login', to } as const
    expect(shownOf(running, form, now)).toEqual({ left: 47, sentTo: to })
    expect(shownOf(running, form, running.until - 1)).toEqual({ left: 1, sentTo: to })
    expect(shownOf(running, form, running.until)).toEqual({ left: 0, sentTo: to })
    expect(shownOf(running, form, running.validUntil)).toEqual({ left: 0 })
  })

  it('is shown before a number is typed, as after a reload', () => {
    expect(shownOf(running, { purpose: 'login', to: '' }, now)).toEqual({ left: 47, sentTo: to })
  })

  it('does not hold up another number', () => {
    expect(shownOf(running, { purpose: 'login', to: '139****0000' }, now)).toEqual({ left: 0 })
  })

  it('holds up the same number on another form, which its code does not open', () => {
    expect(shownOf(running, { purpose: 'reset', to }, now)).toEqual({ left: 47 })
    expect(shownOf(running, { purpose: 'reset', to: '' }, now)).toEqual({ left: 0 })
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
