import { useLocation } from '@tanstack/react-router'

/** Whether an invitation link led here. After sign-in, its page asks whether to join. */
export function useInvited(): boolean {
  const { redirect } = useLocation().search as { redirect?: unknown }
  return typeof redirect === 'string' && redirect.startsWith('/join/')
}
