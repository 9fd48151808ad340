import { type Session, useCurrentSession } from './session.ts'

/**
 * The specification's permission directive: an administrator, or who holds one of the codes. An empty list permits
 * nobody. It decides what is shown; what may be done, the server decides.
 */
export function permits(
  session: Pick<Session, 'admin' | 'authCodes'> | null,
  codes: readonly string[],
): boolean {
  if (!session || codes.length === 0) return false
  return session.admin || codes.some((code) => session.authCodes.includes(code))
}

/** Follows the session: another organization, another role. */
export const usePermission = (codes: readonly string[]): boolean =>
  useCurrentSession((session) => permits(session, codes))
