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

export const findConsent = (db: Reader, accountId: string, applicationId: string) =>
  db
    .selectFrom('consent')
    .select(['scopes', 'tenant_id as tenantId'])
    .where('account_id', '=', accountId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst()

/** Adds the scopes to what was allowed before. */
export const saveConsent = async (
  db: Reader,
  accountId: string,
  applicationId: string,
  scopes: readonly string[],
): Promise<void> =>
  void (await sql`
    insert into consent (account_id, application_id, scopes) values (${accountId}, ${applicationId}, ${[...scopes]}::text[])
    on conflict (account_id, application_id) do update set scopes = (
      select array_agg(distinct scope) from unnest(consent.scopes || excluded.scopes) as scope)`.execute(db))

/** The organization to act in from now on; null: to be asked each time. */
export const rememberTenant = async (
  db: Reader,
  accountId: string,
  applicationId: string,
  tenantId: string | null,
): Promise<void> =>
  void (await sql`
    insert into consent (account_id, application_id, tenant_id) values (${accountId}, ${applicationId}, ${tenantId}::uuid)
    on conflict (account_id, application_id) do update set tenant_id = excluded.tenant_id`.execute(db))

/** By account: what it has allowed, the latest first, 100 at most. */
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
      'consent.scopes',
      'consent.created_at as createdAt',
    ])
    .where('consent.account_id', 'in', accountIds)
    .orderBy('consent.created_at', 'desc')
    .execute()
  const found = Map.groupBy(rows, (row) => row.accountId)
  return new Map([...found].map(([id, list]) => [id, list.slice(0, limits.nested)]))
}

export const dropConsent = async (tx: Tx, accountId: string, applicationId: string): Promise<void> =>
  void (await tx
    .deleteFrom('consent')
    .where('account_id', '=', accountId)
    .where('application_id', '=', applicationId)
    .execute())
