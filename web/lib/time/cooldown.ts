import { useEffect, useState } from 'react'
import { tabStored } from '../storage.ts'

/** Purposes of a verification code: those of /RegisterCode, and `email` to verify a new email address. */
export type CodePurpose = 'login' | 'register' | 'reset' | 'bind' | 'confirm' | 'email'

/**
 * When the next verification code can be requested, and the masked recipient of the last code. Never contains
 * a complete phone number or email address.
 */
interface Cooldown {
  purpose: CodePurpose
  /** Masked recipient of the last code. */
  to: string
  /** When the next code can be requested, as a Unix timestamp in ms. */
  until: number
  /** When the last code expires, as a Unix timestamp in ms. 0 if the server did not send a code. */
  validUntil: number
}

/**
 * Returns what a form shows about the last code: the whole seconds until the next code can be requested, and
 * the recipient while the code is valid. The waiting time applies to one recipient, for all purposes. If
 * `form.to` is '', the form has no number yet, for example after a reload. The waiting time of the same
 * purpose then applies.
 */
export function shownOf(
  { purpose, to, until, validUntil }: Cooldown,
  form: { purpose: CodePurpose; to: string },
  now: number,
): { left: number; sentTo?: string } {
  const samePurpose = purpose === form.purpose
  if (form.to ? form.to !== to : !samePurpose) return { left: 0 }
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  return samePurpose && validUntil > now ? { left, sentTo: to } : { left }
}

/**
 * Parses a stored value. Returns undefined if the value is invalid or has expired. Also returns undefined if
 * the value expires later than the longest waiting time allows. This happens if the clock was set back.
 */
export function parseCooldown(text: string | null, now: number): Cooldown | undefined {
  try {
    const { purpose, to, until, validUntil } = JSON.parse(text ?? 'null') as Cooldown
    if (typeof to !== 'string' || typeof until !== 'number' || typeof validUntil !== 'number')
      return undefined
    const end = Math.max(until, validUntil)
    return end > now && end <= now + 2 * 86_400_000 ? { purpose, to, until, validUntil } : undefined
  } catch {
    return undefined
  }
}

/**
 * Manages the waiting time between two verification codes. The end of the waiting time is stored in
 * sessionStorage, so that the waiting time survives a reload and is the same in every form. While the tab is
 * suspended, the waiting time continues. `to` is the masked recipient, or '' if the recipient is unknown.
 */
export function useCooldown(purpose: CodePurpose, to: string) {
  const key = purpose === 'email' ? 'reeve.cooldown.mail' : 'reeve.cooldown.sms'
  const text = tabStored.use(key)
  const [now, setNow] = useState(Date.now)
  const cooldown = parseCooldown(text, now)
  const running = Boolean(cooldown)

  useEffect(() => {
    // The stored value is removed after the waiting time, so that the masked number is not stored longer than
    // necessary.
    if (!running) return tabStored.remove(key)
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [key, running])

  return {
    ...(cooldown ? shownOf(cooldown, { purpose, to }, now) : { left: 0, sentTo: undefined }),
    /** Starts the waiting time. Both durations are in seconds. */
    start(wait: { resendAfter: number; expiresIn: number }) {
      const start = Date.now()
      const [until, validUntil] = [start + wait.resendAfter * 1000, start + wait.expiresIn * 1000]
      setNow(start)
      tabStored.set(key, JSON.stringify({ purpose, to, until, validUntil } satisfies Cooldown))
    },
  }
}
