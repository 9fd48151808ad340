import { type Session, useCurrentSession } from './session.ts'

/**
 * Implements the permission directive of the specification: permits administrators, and accounts that have at
 * least one of the codes. An empty list permits only administrators. This only affects what the console
 * shows; the server enforces permissions.
 */
export function permits(
  session: Pick<Session, 'admin' | 'authCodes'> | null,
  codes: readonly string[],
): boolean {
  if (!session || codes.length === 0) return false
  return session.admin || codes.some((code) => session.authCodes.includes(code))
}

/**
 * Whether the current session has one of the permission codes. The result updates when the organization or
 * role changes.
 */
export const usePermission = (codes: readonly string[]): boolean =>
  useCurrentSession((session) => permits(session, codes))
