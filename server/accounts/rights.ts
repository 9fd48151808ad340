import { type RawBuilder, sql } from 'kysely'

interface Rights {
  admin: boolean
  auth_codes: readonly string[]
}

export const canRemoveFactors = ({ admin, auth_codes }: Rights): boolean =>
  admin || auth_codes.includes('security_management')

/**
 * Returns the column `security_at` with the current time if the account could not remove second factors of
 * other accounts before the change and now can. Otherwise returns no column.
 */
export const securityGrant = (before: Rights, after: Rights): { security_at?: RawBuilder<Date> } =>
  canRemoveFactors(after) && !canRemoveFactors(before) ? { security_at: sql<Date>`now()` } : {}
