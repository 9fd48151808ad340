import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SecondFactor } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'

// Who must have a second factor; decision 017 says why it is demanded of an account and not of a call.

const privileged = sql<boolean>`(account.admin or account.auth_codes <> '{}')`
/** An organization's rule binds who has joined by their own act or has accepted it, and no administrator. */
const asMember = sql<boolean>`(not account.admin and exists (
  select from member join tenant on tenant.id = member.tenant_id
  where member.account_id = account.id and member.factor_accepted and tenant.factor_required))`
/** Of a row of `account`. */
export const hasNoFactor = sql<boolean>`not exists (select from factor where factor.account_id = account.id)`

const demanded = (by: SecondFactor): RawBuilder<boolean> =>
  by === 'all'
    ? sql<boolean>`true`
    : by === 'admins'
      ? sql<boolean>`(${privileged} or ${asMember})`
      : asMember

/** Of a row of `account`: it has no second factor, and the configuration or one of its organizations demands one. */
export const lacksFactor = (by: SecondFactor): RawBuilder<boolean> =>
  sql<boolean>`(${hasNoFactor} and ${demanded(by)})`

/** Whether the last factor of an account has to stay. */
export async function isFactorDemanded(
  query: Kysely<Tables>,
  accountId: string,
  by: SecondFactor,
): Promise<boolean> {
  const row = await query
    .selectFrom('account')
    .select(demanded(by).as('demanded'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.demanded ?? false
}
