import type { ChangeEvent, CompositionEvent } from 'react'

/**
 * Handlers for a controlled input whose value is made plain as it is typed or pasted. While an input method
 * is composing nothing is touched, or half-written characters would be lost.
 */
export function typed(plain: (text: string) => string, onChange: (value: string) => void) {
  return {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      onChange((event.nativeEvent as InputEvent).isComposing ? value : plain(value))
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) =>
      onChange(plain(event.currentTarget.value)),
  }
}
