import type { Tone } from './status.ts'

interface Toast {
  id: string
  tone: Tone
  text: string
}

/** ms; an error stays until it is closed */
const shownFor = 3_000
/** More would lie over the page's head: the oldest goes. */
const atMost = 3

let toasts: readonly Toast[] = []
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

export const currentToasts = (): readonly Toast[] => toasts

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** One line at the top of the window. A toast with the same `id` is replaced; the same text is shown once. */
export function toast(tone: Tone, text: string, id = `${tone} ${text}`): void {
  clearTimeout(timers.get(id))
  const line = { id, tone, text }
  const stands = toasts.some((each) => each.id === id)
  change(stands ? toasts.map((each) => (each.id === id ? line : each)) : [...toasts, line].slice(-atMost))
  if (tone !== 'err') timers.set(id, setTimeout(closeToast, shownFor, id))
}

export function closeToast(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((each) => each.id !== id))
}
