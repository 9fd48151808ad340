import { useLayoutEffect, useState } from 'react'

/**
 * Returns the `opened` prop for a Modal or Drawer that is mounted when it first opens. The result is false in
 * the first render, because a modal that is already open on mount neither fades in nor restores the focus.
 */
export function useShown(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  // A layout effect runs before the dialog takes the focus. In a normal effect, Mantine would remember a
  // button inside the dialog as the element that gets the focus back.
  useLayoutEffect(() => setShown(opened), [opened])
  return shown
}
