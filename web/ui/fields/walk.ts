import type { KeyboardEvent } from 'react'

/** ↑ and ↓ walk the rows of a list, each of which is a button. */
export function walkButtons(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
  const at = all.indexOf(document.activeElement as HTMLButtonElement)
  // From elsewhere, such as a field above them, it is the first or the last.
  all[at < 0 ? (step < 0 ? all.length - 1 : 0) : (at + step + all.length) % all.length]?.focus()
  event.preventDefault()
}
