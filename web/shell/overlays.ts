import { useSyncExternalStore } from 'react'

/** What lies over the frame and is opened from several places of it; loaded when it is first opened. */
export type Overlay = 'settings' | 'palette'

let opened: Overlay | null = null
const listeners = new Set<() => void>()

export function openOverlay(next: Overlay | null): void {
  opened = next
  for (const listener of listeners) listener()
}

export const useOverlay = (): Overlay | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
