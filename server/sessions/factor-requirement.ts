import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SecondFactor } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'

// This file determines which accounts must have a second factor. Decision 017 explains why the requirement
// applies to accounts and not to individual calls.

const privileged = sql<boolean>`(account.admin or account.auth_codes <> '{}')`
/**
 * SQL condition on `account`: an organization requires the account to have a second factor. The requirement
 * applies to members who joined by themselves or accepted it, but not to administrators.
 */
const requiredByOrganization = sql<boolean>`(not account.admin and exists (
  select from member join tenant on tenant.id = member.tenant_id
  where member.account_id = account.id and member.factor_accepted and tenant.factor_required))`
/** SQL condition on `account`: the account has no second factor. */
export const hasNoFactor = sql<boolean>`not exists (select from factor where factor.account_id = account.id)`

const isRequired = (by: SecondFactor): RawBuilder<boolean> =>
  by === 'all'
    ? sql<boolean>`true`
    : by === 'admins'
      ? sql<boolean>`(${privileged} or ${requiredByOrganization})`
      : requiredByOrganization

/**
 * SQL condition on `account`: the account has no second factor, although the configuration or one of its
 * organizations requires one.
 */
export const lacksRequiredFactor = (by: SecondFactor): RawBuilder<boolean> =>
  sql<boolean>`(${hasNoFactor} and ${isRequired(by)})`

/** Whether the account must have at least one second factor. */
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
