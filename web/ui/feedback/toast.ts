import { makeStore } from '../../store.ts'
import type { Tone } from './status.ts'

interface Toast {
  id: string
  tone: Tone
  text: string
  /** In the lower right corner, over nothing. */
  corner: boolean
}

/** ms; an error stays until it is closed */
const shownFor = 3_000
/** More would lie over the page's head: the oldest goes. */
const atMost = 3

export const toasts = makeStore<readonly Toast[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** One line at the top of the window, or in its lower right `corner`. A toast with the same `id` is replaced; the same text is shown once. */
export function toast(tone: Tone, text: string, id = `${tone} ${text}`, corner = false): void {
  clearTimeout(timers.get(id))
  const line = { id, tone, text, corner }
  const shown = toasts.get()
  const stands = shown.some((each) => each.id === id)
  toasts.set(stands ? shown.map((each) => (each.id === id ? line : each)) : [...shown, line].slice(-atMost))
  if (tone !== 'err') timers.set(id, setTimeout(closeToast, shownFor, id))
}

export function closeToast(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set(toasts.get().filter((each) => each.id !== id))
}
