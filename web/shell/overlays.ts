import { makeStore } from '../store.ts'

/** What lies over the frame and is opened from several places of it; loaded when it is first opened. */
type Overlay = 'settings' | 'palette' | 'shortcuts' | 'registerDevice'

export const { set: openOverlay, use: useOverlay } = makeStore<Overlay | null>(null)
