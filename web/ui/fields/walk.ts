import type { KeyboardEvent } from 'react'

/** ↑ and ↓ walk the rows of a list, each of which is a button. */
export function walkButtons(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
  const at = all.indexOf(document.activeElement as HTMLButtonElement)
  all[(at + step + all.length) % all.length]?.focus()
  event.preventDefault()
}
