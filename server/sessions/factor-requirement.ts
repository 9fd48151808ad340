import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SecondFactor } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'

// Rules about which accounts must have a second factor. Decision 017 explains why accounts, and not
// individual calls, require one.

const privileged = sql<boolean>`(account.admin or account.auth_codes <> '{}')`
/**
 * The rule of an organization binds members who joined by themselves or accepted the rule. It does not bind
 * administrators.
 */
const requiredByOrganization = sql<boolean>`(not account.admin and exists (
  select from member join tenant on tenant.id = member.tenant_id
  where member.account_id = account.id and member.factor_accepted and tenant.factor_required))`
/** A condition on a row of `account`. */
export const hasNoFactor = sql<boolean>`not exists (select from factor where factor.account_id = account.id)`

const isRequired = (by: SecondFactor): RawBuilder<boolean> =>
  by === 'all'
    ? sql<boolean>`true`
    : by === 'admins'
      ? sql<boolean>`(${privileged} or ${requiredByOrganization})`
      : requiredByOrganization

/**
 * A condition on a row of `account`: the account has no second factor, but the configuration or one of its
 * organizations requires one.
 */
export const lacksRequiredFactor = (by: SecondFactor): RawBuilder<boolean> =>
  sql<boolean>`(${hasNoFactor} and ${isRequired(by)})`

/** Whether the account must keep at least one second factor. */
export async function isFactorRequired(
  query: Kysely<Tables>,
  accountId: string,
  by: SecondFactor,
): Promise<boolean> {
  const row = await query
    .selectFrom('account')
    .select(isRequired(by).as('isRequired'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.isRequired ?? false
}
