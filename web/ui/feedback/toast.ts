import type { ReactNode } from 'react'
import { isOffline } from '../../network.ts'
import { makeStore } from '../../store.ts'
import type { Tone } from './status.ts'

interface Toast {
  id: string
  tone: Tone
  text: string
  /** Shows the toast in the lower right corner, where it covers no content. */
  corner?: boolean
  /** A button that also closes the toast. */
  action?: ReactNode
}

/**
 * In ms. An error stays until it is closed or the network returns; a toast with an action stays as long as
 * the action is possible.
 */
const shownFor = 3_000
/** Maximum number of toasts, so they do not cover the page header. The oldest is removed. */
const atMost = 3

export const toasts = makeStore<readonly Toast[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Shows a line at the top of the window. A toast with the same `id` is replaced. The same text is shown once.
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
