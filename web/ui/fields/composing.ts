/**
 * Whether an event belongs to an input method that is composing text. In Safari, the Enter that ends a
 * composition arrives after the end of the composition, so `isComposing` is false, and only `keyCode` 229
 * identifies the event.
 */
export const isComposing = (event: Event): boolean =>
  (event as InputEvent).isComposing || (event as KeyboardEvent).keyCode === 229

function hideComposing(event: Event): void {
  if (isComposing(event)) event.stopImmediatePropagation()
}

/**
 * Hides key events of an input method from all handlers on the page, including those of libraries. The
 * browser still handles these keys. Must be called before any other capturing key listener is added.
 */
export function hideComposingKeys(): void {
  for (const type of ['keydown', 'keyup']) window.addEventListener(type, hideComposing, true)
}
