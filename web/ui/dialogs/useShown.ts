import { useLayoutEffect, useState } from 'react'

/**
 * Returns the `opened` state to pass to a Modal or Drawer that mounts when it first opens. It is false in the
 * first render, because a modal that mounts open neither fades in nor restores the focus.
 */
export function useShown(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  // Runs before the dialog takes the focus. Otherwise Mantine would later restore the focus to a button of
  // the dialog itself.
  useLayoutEffect(() => setShown(opened), [opened])
  return shown
}
