import { isOffline } from '../../network.ts'
import { openOverlay } from '../overlays.ts'

type Keys = typeof import('../shortcuts/shortcuts.ts')
let single: Keys | undefined

/**
 * Listens for Ctrl-K and single-key shortcuts. The code of the shortcuts is loaded on the first pointer
 * movement or key press. Returns a function that stops listening.
 */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', onKey)
  window.addEventListener('pointermove', load, { once: true })
  return () => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('pointermove', load)
  }
}

/**
 * Loads the code of the shortcuts. Waits while offline, because a browser does not retry a failed import()
 * within the same document.
 */
async function load(): Promise<void> {
  if (isOffline()) return window.addEventListener('online', load, { once: true })
  single = await import('../shortcuts/shortcuts.ts').catch(() => undefined)
}

function onKey(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = event
  // The shortcuts do nothing while a dialog is open.
  const free = !document.querySelector('[role=dialog]')
  if (altKey) return
  if (!(ctrlKey || metaKey)) {
    if (!free || !['?', '/', 'ArrowDown', 'ArrowUp'].includes(key)) return
    if (single) single.onSingleKey(event)
    else void load().then(() => single?.onSingleKey(event))
  } else if (!shiftKey && key.toLowerCase() === 'k') {
    event.preventDefault()
    if (free) openOverlay('palette')
  }
}
