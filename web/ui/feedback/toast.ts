import type { ReactNode } from 'react'
import { isOffline } from '../../network.ts'
import { makeStore } from '../../store.ts'
import type { Tone } from './status.ts'

interface Toast {
  id: string
  tone: Tone
  text: string
  /** Whether the toast appears in the lower right corner, where it does not cover content. */
  corner?: boolean
  /** A button that also closes the toast. */
  action?: ReactNode
}

/**
 * Time in ms after which a toast closes. An error toast stays until the user closes it or, if it appeared
 * while offline, until the network returns. A toast with an action stays as long as the action is possible.
 */
const shownFor = 3_000
/**
 * Maximum number of toasts that are shown, so that they do not cover the page header. If there are more, the
 * oldest is removed.
 */
const atMost = 3

export const toasts = makeStore<readonly Toast[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Shows a toast at the top of the window. Replaces a toast with the same `id`, so that the same text is not
 * shown twice.
 */
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
