import { useLayoutEffect, useState } from 'react'

/**
 * `opened` for a Modal or Drawer that comes with the first wish for it: one that is open from its first render neither
 * fades in nor gives the focus back to where it was.
 */
export function useShown(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  // Before anything of it can take the focus, or Mantine would note the dialog's own button.
  useLayoutEffect(() => setShown(opened), [opened])
  return shown
}
