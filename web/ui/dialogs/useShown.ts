import { useLayoutEffect, useState } from 'react'

/**
 * Returns `opened` for a Modal or Drawer that mounts when it first opens. A modal that is open in its first
 * render neither fades in nor restores the focus.
 */
export function useShown(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  // Runs before the dialog takes the focus. Otherwise Mantine would store the dialog's own button as the
  // element to restore.
  useLayoutEffect(() => setShown(opened), [opened])
  return shown
}
