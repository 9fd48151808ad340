import { useLocation } from '@tanstack/react-router'

/**
 * Whether the user came from an invitation link. After the sign-in, the page of the link asks whether to join
 * the organization.
 */
export function useInvited(): boolean {
  const { redirect } = useLocation().search as { redirect?: unknown }
  return typeof redirect === 'string' && redirect.startsWith('/join/')
}
