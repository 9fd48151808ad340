import { isOffline } from '../../network.ts'
import { openOverlay } from '../overlays.ts'

type Keys = typeof import('../shortcuts/shortcuts.ts')
let single: Keys | undefined

/** Ctrl-K, and single keys, whose code comes once somebody does something here. Ends with the answer. */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', onKey)
  window.addEventListener('pointermove', load, { once: true })
  return () => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('pointermove', load)
  }
}

/** Not without a network: what has failed to load, the document does not ask for again. */
async function load(): Promise<void> {
  if (isOffline()) return window.addEventListener('online', load, { once: true })
  single = await import('../shortcuts/shortcuts.ts').catch(() => undefined)
}

function onKey(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = event
  // Not over a dialog in which something is being done.
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
