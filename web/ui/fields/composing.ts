/**
 * Whether the event belongs to an input method that is composing text. Safari ends a composition before it sends the
 * Enter that ended it: `isComposing` is false then, and only `keyCode` 229 marks the key.
 */
export const isComposing = (event: Event): boolean =>
  (event as InputEvent).isComposing || (event as KeyboardEvent).keyCode === 229

function hideComposing(event: Event): void {
  if (isComposing(event)) event.stopImmediatePropagation()
}

/**
 * Hides the keys of an input method from every handler of the page, including those of libraries. The browser still
 * acts on them. Call it before any other listener captures keys.
 */
export function hideComposingKeys(): void {
  for (const type of ['keydown', 'keyup']) window.addEventListener(type, hideComposing, true)
}
