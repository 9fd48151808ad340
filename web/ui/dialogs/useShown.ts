import { useLayoutEffect, useState } from 'react'

/**
 * Returns the `opened` prop for a Modal or Drawer that is mounted when it first opens. The result is false in
 * the first render, because a modal that is already open on mount neither fades in nor restores the focus.
 */
export function useShown(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  // Runs before the dialog takes the focus. If it ran later, Mantine would later restore the focus to a
  // button inside the dialog.
  useLayoutEffect(() => setShown(opened), [opened])
  return shown
}
