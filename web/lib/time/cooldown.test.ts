import { describe, expect, it } from 'vitest'
import { parseCooldown, shownOf } from './cooldown.ts'

const now = 1_800_000_000_000
const to = '138****2046'
const running = { purpose: 'login', to, until: now + 46_200, validUntil: now + 300_000 } as const

describe('the cooldown between two codes', () => {
  it('counts whole seconds, and shows at least 1 while it runs', () => {
    const form = { purpose: 'login', to } as const
    expect(shownOf(running, form, now)).toEqual({ left: 47, sentTo: to })
    expect(shownOf(running, form, running.until - 1)).toEqual({ left: 1, sentTo: to })
    expect(shownOf(running, form, running.until)).toEqual({ left: 0, sentTo: to })
    expect(shownOf(running, form, running.validUntil)).toEqual({ left: 0 })
  })

  it('is shown before a phone number has been entered, for example after a reload', () => {
    expect(shownOf(running, { purpose: 'login', to: '' }, now)).toEqual({ left: 47, sentTo: to })
  })

  it('does not apply to another phone number', () => {
    expect(shownOf(running, { purpose: 'login', to: '139****0000' }, now)).toEqual({ left: 0 })
  })

  it('applies to the same phone number in another form, but that form does not show the recipient', () => {
    expect(shownOf(running, { purpose: 'reset', to }, now)).toEqual({ left: 47 })
    expect(shownOf(running, { purpose: 'reset', to: '' }, now)).toEqual({ left: 0 })
  })

  it('is restored after a reload', () => {
    expect(parseCooldown(JSON.stringify(running), now)).toEqual(running)
    expect(parseCooldown(JSON.stringify(running), running.until + 1)).toEqual(running)
  })

  it.each([
    ['no value', null],
    ['invalid JSON', '{"to":'],
    ['an array instead of an object', '[]'],
    ['an expiry in the past', JSON.stringify({ ...running, until: now - 1, validUntil: now })],
    ['an expiry too far in the future', JSON.stringify({ ...running, until: now + 3 * 86_400_000 })],
  ])('is not restored if sessionStorage contains %s', (_, text) =>
    expect(parseCooldown(text, now)).toBeUndefined(),
  )
})
