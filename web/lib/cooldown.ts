import { useEffect, useState, useSyncExternalStore } from 'react'
import { tabStored } from './storage.ts'

/** When the next code may be asked for, and for whom the last one was; never the whole phone or address. */
export interface Cooldown {
  /** Masked. */
  to: string
  /** Milliseconds since 1970, as the next two. */
  until: number
  /** The end of the code that was sent; 0 where the server refused to send one. */
  validUntil: number
}

/** Whole seconds left for a target; a code just sent to one number does not hold up another. */
export function secondsLeft(cooldown: Cooldown | undefined, to: string, now: number): number {
  if (!cooldown || (to && cooldown.to !== to)) return 0
  return Math.max(0, Math.ceil((cooldown.until - now) / 1000))
}

/** Reads what was stored; undefined where it is damaged, over, or further ahead than a wait ever is (a clock set back). */
export function parseCooldown(text: string | null, now: number): Cooldown | undefined {
  try {
    const { to, until, validUntil } = JSON.parse(text ?? 'null') as Cooldown
    if (typeof to !== 'string' || typeof until !== 'number' || typeof validUntil !== 'number')
      return undefined
    const end = Math.max(until, validUntil)
    return end > now && end <= now + 2 * 86_400_000 ? { to, until, validUntil } : undefined
  } catch {
    return undefined
  }
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The wait between two codes of one channel. It stands in the tab's storage by its end, so it survives a
 * reload, is the same on every form that shows it, and a sleeping tab does not stretch it.
 * `to` is the masked target that the form holds, '' while it holds none.
 */
export function useCooldown(channel: 'sms' | 'mail', to: string) {
  const key = `reeve.cooldown.${channel}`
  const text = useSyncExternalStore(subscribe, () => tabStored.get(key))
  const [now, setNow] = useState(Date.now)
  const cooldown = parseCooldown(text, now)
  const running = Boolean(cooldown)

  useEffect(() => {
    // Once over it tells nobody anything: the masked number does not stay behind.
    if (!running) return tabStored.remove(key)
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [key, running])

  return {
    left: secondsLeft(cooldown, to, now),
    /** Masked target of the last code while it is valid and the form does not hold another one. */
    sentTo: cooldown && cooldown.validUntil > now && (!to || to === cooldown.to) ? cooldown.to : undefined,
    /** Seconds. */
    start(wait: { to: string; resendAfter: number; expiresIn: number }) {
      const start = Date.now()
      const [until, validUntil] = [start + wait.resendAfter * 1000, start + wait.expiresIn * 1000]
      tabStored.set(key, JSON.stringify({ to: wait.to, until, validUntil } satisfies Cooldown))
      setNow(start)
      for (const listener of listeners) listener()
    },
  }
}
