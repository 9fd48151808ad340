import type { ChangeEvent, CompositionEvent } from 'react'
import { isComposing } from './composing.ts'

/**
 * Returns handlers for a controlled input whose value is normalized while the user types or pastes. While an
 * input method is composing text, the value is not changed, because that would discard the half-composed
 * characters.
 */
export function typed(plain: (text: string) => string, onChange: (value: string) => void) {
  function take(input: HTMLInputElement) {
    const { value, selectionStart } = input
    const next = plain(value)
    onChange(next)
    if (next === value || selectionStart === null) return
    // React moves the caret to the end if the value is changed, so the position of the caret is restored.
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
