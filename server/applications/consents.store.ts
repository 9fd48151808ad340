import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>

export interface ConsentRow {
  applicationId: string
  name: string
  icon: string | null
  scopes: string[]
  createdAt: Date
}

/** SQL condition: no redirect URI was added to the application after the user gave consent. */
const isCurrent = sql<boolean>`(application.redirects_changed_at is null
  or consent.allowed_at > application.redirects_changed_at)`
const currentScopes = sql<string[]>`case when ${isCurrent} then consent.scopes else '{}' end`

/**
 * Returns the scopes that the account has consented to, and the organization to select by default when
 * signing in to the application.
 */
export const findConsent = (db: Reader, accountId: string, applicationId: string) =>
  db
    .selectFrom('consent')
    .innerJoin('application', 'application.id', 'consent.application_id')
    .select([currentScopes.as('scopes'), 'consent.tenant_id as tenantId'])
    .where('consent.account_id', '=', accountId)
    .where('consent.application_id', '=', applicationId)
    .executeTakeFirst()

/** Adds scopes to the account's consent for the application. */
export const saveConsent = async (
  db: Reader,
  accountId: string,
  applicationId: string,
  scopes: readonly string[],
): Promise<void> =>
  void (await sql`
    insert into consent (account_id, application_id, scopes) values (${accountId}, ${applicationId}, ${[...scopes]}::text[])
    on conflict (account_id, application_id) do update set allowed_at = excluded.allowed_at, scopes = array(
      select distinct scope from application, unnest(${currentScopes} || excluded.scopes) as scope
      where application.id = consent.application_id)`.execute(db))

/**
 * Stores the organization as the default for later sign-ins to the application. With null, the user selects
 * one at each sign-in.
 */
export const rememberTenant = async (
  db: Reader,
  accountId: string,
  applicationId: string,
  tenantId: string | null,
): Promise<void> =>
  void (await sql`
    insert into consent (account_id, application_id, tenant_id) values (${accountId}, ${applicationId}, ${tenantId}::uuid)
    on conflict (account_id, application_id) do update set tenant_id = excluded.tenant_id`.execute(db))

/** Returns at most 100 consents per account, newest first, grouped by account id. */
export async function listConsents(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, ConsentRow[]>> {
  const rows = await db
    .selectFrom('consent')
    .innerJoin('application', 'application.id', 'consent.application_id')
    .select([
      'consent.account_id as accountId',
      'application.id as applicationId',
      'application.name',
      'application.icon',
      currentScopes.as('scopes'),
      'consent.created_at as createdAt',
    ])
    .where('consent.account_id', 'in', accountIds)
    .orderBy('consent.created_at', 'desc')
    .execute()
  const found = Map.groupBy(rows, (row) => row.accountId)
  return new Map([...found].map(([id, list]) => [id, list.slice(0, limits.nested)]))
}

export const deleteConsent = async (tx: Tx, accountId: string, applicationId: string): Promise<void> =>
  void (await tx
    .deleteFrom('consent')
    .where('account_id', '=', accountId)
    .where('application_id', '=', applicationId)
    .execute())
