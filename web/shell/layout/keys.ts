import { openOverlay } from '../overlays.ts'

type Keys = typeof import('../shortcuts/shortcuts.ts')
let single: Keys | undefined

/** Ctrl-K, and single keys, whose code comes with the first of them. Ends with the answer. */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

function onKey(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = event
  // Not over a dialog in which something is being done.
  const free = !document.querySelector('[role=dialog]')
  if (altKey) return
  if (!(ctrlKey || metaKey)) {
    if (!free || !['?', '/', 'ArrowDown', 'ArrowUp'].includes(key)) return
    if (single) single.onSingleKey(event)
    else
      void import('../shortcuts/shortcuts.ts').then((keys) => {
        single = keys
        keys.onSingleKey(event)
      })
  } else if (!shiftKey && key.toLowerCase() === 'k') {
    event.preventDefault()
    if (free) openOverlay('palette')
  }
}
