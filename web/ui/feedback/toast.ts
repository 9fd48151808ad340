import type { ReactNode } from 'react'
import { isOffline } from '../../network.ts'
import { makeStore } from '../../store.ts'
import type { Tone } from './status.ts'

interface Toast {
  id: string
  tone: Tone
  text: string
  /** In the lower right corner, over nothing. */
  corner?: boolean
  /** What can be done about it, which closes it too. */
  action?: ReactNode
}

/** ms; an error stays until it is closed, or the network is there again; what has an action until that is over */
const shownFor = 3_000
/** More would lie over the page's head: the oldest goes. */
const atMost = 3

export const toasts = makeStore<readonly Toast[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** One line at the top of the window. A toast with the same `id` is replaced; the same text is shown once. */
export function toast(
  tone: Tone,
  text: string,
  id = `${tone} ${text}`,
  more: Pick<Toast, 'corner' | 'action'> = {},
): void {
  clearTimeout(timers.get(id))
  const line = { id, tone, text, ...more }
  const shown = toasts.get()
  const stands = shown.some((each) => each.id === id)
  toasts.set(stands ? shown.map((each) => (each.id === id ? line : each)) : [...shown, line].slice(-atMost))
  if (tone === 'err' && isOffline()) addEventListener('online', () => closeToast(id), { once: true })
  if (tone !== 'err' && !more.action) timers.set(id, setTimeout(closeToast, shownFor, id))
}

export function closeToast(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set(toasts.get().filter((each) => each.id !== id))
}
