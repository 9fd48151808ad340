import { useLocation } from '@tanstack/react-router'

/** Whether an invitation's link has led here: whoever has signed in is asked whether to join. */
export function useInvited(): boolean {
  const { redirect } = useLocation().search as { redirect?: unknown }
  return typeof redirect === 'string' && redirect.startsWith('/join/')
}
