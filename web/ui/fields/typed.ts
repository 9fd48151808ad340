import type { ChangeEvent, CompositionEvent } from 'react'
import { isComposing } from './composing.ts'

/**
 * Handlers for a controlled input whose value is made plain as it is typed or pasted. While an input method
 * is composing nothing is touched, or half-written characters would be lost.
 */
export function typed(plain: (text: string) => string, onChange: (value: string) => void) {
  function take(input: HTMLInputElement) {
    const { value, selectionStart } = input
    const next = plain(value)
    onChange(next)
    if (next === value || selectionStart === null) return
    // A value that is not the one typed sends the caret to the end: it goes back to what it stood behind.
    const caret = plain(value.slice(0, selectionStart)).length
    queueMicrotask(() => input.setSelectionRange(caret, caret))
  }

  return {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (isComposing(event.nativeEvent)) onChange(event.currentTarget.value)
      else take(event.currentTarget)
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => take(event.currentTarget),
  }
}
