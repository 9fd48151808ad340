import { type Session, useCurrentSession } from './session.ts'

/**
 * Implements the specification's permission directive: permits administrators and holders of one of the
 * codes. An empty list permits nobody. It decides only what the console shows; the server enforces
 * permissions.
 */
export function permits(
  session: Pick<Session, 'admin' | 'authCodes'> | null,
  codes: readonly string[],
): boolean {
  if (!session || codes.length === 0) return false
  return session.admin || codes.some((code) => session.authCodes.includes(code))
}

/** Whether the current session has one of the codes. Updates when the organization or role changes. */
export const usePermission = (codes: readonly string[]): boolean =>
  useCurrentSession((session) => permits(session, codes))
