import { useEffect, useState } from 'react'
import { tabStored } from '../storage.ts'

/** The purposes of /RegisterCode, and `email` for a new email address. */
export type CodePurpose = 'login' | 'register' | 'reset' | 'bind' | 'confirm' | 'email'

/**
 * When the next code can be requested, and the masked target of the last one. Never contains a whole phone
 * number or email address.
 */
interface Cooldown {
  purpose: CodePurpose
  /** Masked target. */
  to: string
  /** Milliseconds since 1970, like `validUntil`. */
  until: number
  /** When the sent code expires. 0 if the server refused to send one. */
  validUntil: number
}

/**
 * Returns what a form shows about the last code: whole seconds until the next one, and the target while the
 * code is valid. A phone number waits whatever its last code was for; a code sent to one number does not
 * delay another. `to` is '' if the form holds no number yet, for example after a reload.
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
 * Parses a stored value. Returns undefined if it is damaged, has expired, or lies further ahead than any wait
 * (the clock was set back).
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
 * The wait between two codes. The end is stored in the tab's storage, so it survives a reload, is the same in
 * every form, and does not grow while the tab is suspended. `to` is the masked target, or ''.
 */
export function useCooldown(purpose: CodePurpose, to: string) {
  const key = purpose === 'email' ? 'reeve.cooldown.mail' : 'reeve.cooldown.sms'
  const text = tabStored.use(key)
  const [now, setNow] = useState(Date.now)
  const cooldown = parseCooldown(text, now)
  const running = Boolean(cooldown)

  useEffect(() => {
    // Removed once it has passed, so the masked number is not stored longer than necessary.
    if (!running) return tabStored.remove(key)
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [key, running])

  return {
    ...(cooldown ? shownOf(cooldown, { purpose, to }, now) : { left: 0, sentTo: undefined }),
    /** Both in seconds. */
    start(wait: { resendAfter: number; expiresIn: number }) {
      const start = Date.now()
      const [until, validUntil] = [start + wait.resendAfter * 1000, start + wait.expiresIn * 1000]
      setNow(start)
      tabStored.set(key, JSON.stringify({ purpose, to, until, validUntil } satisfies Cooldown))
    },
  }
}
