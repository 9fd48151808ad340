import { useEffect, useState } from 'react'
import { tabStored } from '../storage.ts'

/** What a code is for: the purposes of /RegisterCode, and a new e-mail address. */
export type CodePurpose = 'login' | 'register' | 'reset' | 'bind' | 'confirm' | 'email'

/** When the next code may be asked for, and for whom the last one was; never the whole phone or e-mail address. */
interface Cooldown {
  purpose: CodePurpose
  /** Masked. */
  to: string
  /** Milliseconds since 1970, as the next two. */
  until: number
  /** The end of the code that was sent; 0 where the server refused to send one. */
  validUntil: number
}

/**
 * What a form shows of the last code: whole seconds until the next one, and where it went while it is valid.
 * A number waits whatever its last code was for; a code sent to one number does not hold up another.
 * `to` is '' where the form holds no number yet, after a reload for example.
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

/** Reads what was stored; undefined where it is damaged, over, or further ahead than a wait ever is (a clock set back). */
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
 * The wait between two codes. Its end is kept in the tab's storage, so it survives a reload, is the same on
 * every form that shows it, and a sleeping tab does not stretch it. `to` is the masked target, or ''.
 */
export function useCooldown(purpose: CodePurpose, to: string) {
  const key = purpose === 'email' ? 'reeve.cooldown.mail' : 'reeve.cooldown.sms'
  const text = tabStored.use(key)
  const [now, setNow] = useState(Date.now)
  const cooldown = parseCooldown(text, now)
  const running = Boolean(cooldown)

  useEffect(() => {
    // Once over it is removed: the masked number does not stay behind.
    if (!running) return tabStored.remove(key)
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [key, running])

  return {
    ...(cooldown ? shownOf(cooldown, { purpose, to }, now) : { left: 0, sentTo: undefined }),
    /** Seconds. */
    start(wait: { resendAfter: number; expiresIn: number }) {
      const start = Date.now()
      const [until, validUntil] = [start + wait.resendAfter * 1000, start + wait.expiresIn * 1000]
      setNow(start)
      tabStored.set(key, JSON.stringify({ purpose, to, until, validUntil } satisfies Cooldown))
    },
  }
}
