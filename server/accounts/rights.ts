import { type RawBuilder, sql } from 'kysely'

interface Rights {
  admin: boolean
  auth_codes: readonly string[]
}

export const canRemoveFactors = ({ admin, auth_codes }: Rights): boolean =>
  admin || auth_codes.includes('security_management')

/**
 * If the change newly allows the account to remove second factors of other accounts, returns the column
 * `security_at` with the current time. Otherwise returns no column.
 */
export const securityGrant = (before: Rights, after: Rights): { security_at?: RawBuilder<Date> } =>
  canRemoveFactors(after) && !canRemoveFactors(before) ? { security_at: sql<Date>`now()` } : {}
