import { makeStore } from '../store.ts'
import { dropTyped, keepTyped } from './palette/typedAhead.ts'

/** Dialogs and drawers that several parts of the frame can open. Each one is loaded when it first opens. */
type Overlay = 'settings' | 'palette' | 'shortcuts' | 'registerDevice'

const overlay = makeStore<Overlay | null>(null)
export const useOverlay = overlay.use

export function openOverlay(next: Overlay | null): void {
  if (next === 'palette') keepTyped()
  else dropTyped()
  overlay.set(next)
}
