import type { KeyboardEvent } from 'react'

/** Key handler that moves the focus between the buttons of a list with the ↑ and ↓ keys. */
export function walkButtons(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
  const at = all.indexOf(document.activeElement as HTMLButtonElement)
  // If the focus is outside the list, for example in a field above it, focuses the first button on ↓ and the
  // last button on ↑.
  all[at < 0 ? (step < 0 ? all.length - 1 : 0) : (at + step + all.length) % all.length]?.focus()
  event.preventDefault()
}
