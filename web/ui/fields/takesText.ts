/** Whether a key press on the target element enters text. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(
    'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [contenteditable] *',
  )
