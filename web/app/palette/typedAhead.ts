/** Collects the text that the user types after Ctrl-K while the palette is still loading. */
let typed = ''

function take(event: KeyboardEvent): void {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (target instanceof Element && target.closest('[role=dialog], dialog')) return
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

export function keepTyped(): void {
  typed = ''
  addEventListener('keydown', take, true)
}

export function dropTyped(): void {
  removeEventListener('keydown', take, true)
}

/** Returns the collected text and stops collecting, because the palette's field now receives the keys. */
export function typedAhead(): string {
  dropTyped()
  const text = typed
  typed = ''
  return text
}
