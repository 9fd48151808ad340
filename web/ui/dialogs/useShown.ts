import { useLayoutEffect, useState } from 'react'

/**
 * Returns the `opened` state to pass to a Modal or Drawer that is mounted when it first opens. The state is
 * false in the first render, because a modal that is open on mount neither fades in nor restores the focus.
 */
export function useShown(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  // Runs before the dialog takes the focus. If it ran later, Mantine would restore the focus to a button of
  // the dialog itself.
  useLayoutEffect(() => setShown(opened), [opened])
  return shown
}
