import { type RawBuilder, sql } from 'kysely'

interface Rights {
  admin: boolean
  auth_codes: readonly string[]
}

/** Whether the account may remove second factors of others. */
export const removesFactors = ({ admin, auth_codes }: Rights): boolean =>
  admin || auth_codes.includes('security_management')

/** The column that notes since when an account may remove second factors of others, if a change gives it that. */
export const securityGrant = (before: Rights, after: Rights): { security_at?: RawBuilder<Date> } =>
  removesFactors(after) && !removesFactors(before) ? { security_at: sql<Date>`now()` } : {}
