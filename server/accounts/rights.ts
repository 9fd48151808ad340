import { type RawBuilder, sql } from 'kysely'

interface Rights {
  admin: boolean
  auth_codes: readonly string[]
}

export const canRemoveFactors = ({ admin, auth_codes }: Rights): boolean =>
  admin || auth_codes.includes('security_management')

/**
 * Returns the column with the time since when an account can remove second factors of others, if a change
 * grants that permission.
 */
export const securityGrant = (before: Rights, after: Rights): { security_at?: RawBuilder<Date> } =>
  canRemoveFactors(after) && !canRemoveFactors(before) ? { security_at: sql<Date>`now()` } : {}
