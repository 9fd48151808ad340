import { makeStore } from '../store.ts'
import { dropTyped, keepTyped } from './palette/typedAhead.ts'

/** What lies over the frame and is opened from several places of it; loaded when it is first opened. */
type Overlay = 'settings' | 'palette' | 'shortcuts' | 'registerDevice'

const overlay = makeStore<Overlay | null>(null)
export const useOverlay = overlay.use

export function openOverlay(next: Overlay | null): void {
  if (next === 'palette') keepTyped()
  else dropTyped()
  overlay.set(next)
}
