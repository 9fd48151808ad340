import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { isId, newId } from '../core/id.ts'
import { defaults } from '../core/process/defaults.ts'
import type { SecondFactor } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { lacksRequiredFactor } from '../sessions/factor-requirement.ts'
import { isLive } from '../sessions/store.ts'
import { isPending } from '../tenants/members.ts'
import { statusNow } from '../tenants/store.ts'

type Reader = Kysely<Tables>

export type GrantRow = Omit<Selectable<Tables['sign_in_grant']>, 'resources'> & {
  /** Scopes by resource URL. The scopes of each resource are separated by spaces. */
  resources: Record<string, string>
  /** Authentication method references of the session, or null if unknown. */
  amr: string[] | null
  /** Template for the `groups` claim of the application. */
  groups_template: string | null
}

export const lastsBeyondSession = ({ scopes }: Pick<GrantRow, 'scopes'>): boolean =>
  scopes.includes('offline_access')

/**
 * Inserts a grant for the sign-in of an account to an application, with the selected organization if there is
 * one.
 */
export async function insertGrant(
  db: Reader,
  grant: Pick<
    GrantRow,
    'account_id' | 'application_id' | 'session_id' | 'tenant_id' | 'scopes' | 'resources'
  >,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('sign_in_grant')
    .values({
      ...grant,
      id,
      resources: JSON.stringify(grant.resources),
      expires_at: sql<Date>`now() + ${sql.lit(defaults.sessions.absolute)} * interval '1 second'`,
    })
    .execute()
  return id
}

/**
 * Returns the organization that the account selected in its most recent stored sign-in to the application.
 */
export const lastTenant = async (
  db: Reader,
  accountId: string,
  applicationId: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('sign_in_grant')
      .select('tenant_id')
      .where('account_id', '=', accountId)
      .where('application_id', '=', applicationId)
      .where('tenant_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.tenant_id ?? null

/**
 * Returns the grant if it is currently valid. The application and the account must be enabled. The account
 * must not have to change its password or set up a second factor, and must still have access to the
 * application. Without offline access, the session must be active.
 */
export async function findLiveGrant(
  db: Reader,
  id: string,
  secondFactor: SecondFactor,
): Promise<GrantRow | undefined> {
  if (!isId(id)) return undefined
  const row = await db
    .selectFrom('sign_in_grant')
    .innerJoin('account', 'account.id', 'sign_in_grant.account_id')
    .innerJoin('application', 'application.id', 'sign_in_grant.application_id')
    .leftJoin('session', (join) =>
      join
        .onRef('session.account_id', '=', 'sign_in_grant.account_id')
        .onRef('session.id', '=', 'sign_in_grant.session_id'),
    )
    .selectAll('sign_in_grant')
    .select(['session.amr', 'application.groups_template'])
    .where('sign_in_grant.id', '=', id)
    .where('sign_in_grant.expires_at', '>', sql<Date>`now()`)
    .where('account.enabled', '=', true)
    .where('account.password_change_required', '=', false)
    .where(sql<boolean>`not ${lacksRequiredFactor(secondFactor)}`)
    .where('application.enabled', '=', true)
    .where(mayStillUse)
    .where(sql<boolean>`('offline_access' = any(sign_in_grant.scopes) or ${isLive})`)
    .executeTakeFirst()
  return row as GrantRow | undefined
}

/**
 * SQL condition: the account can still use the application. If an organization was selected, the account must
 * be a member of that organization. Otherwise the application must be open to all accounts or to one of the
 * account's organizations.
 */
const mayStillUse = sql<boolean>`(application.tenant_ids = '{}' or exists (
  select from member join tenant on tenant.id = member.tenant_id
  where member.account_id = sign_in_grant.account_id and member.tenant_id = any(application.tenant_ids)
    and member.tenant_id = coalesce(sign_in_grant.tenant_id, member.tenant_id) and ${statusNow} = 'FINISH' and not ${isPending}))`

/** Deletes the grant with all codes and tokens that were issued for it. */
export const deleteGrant = async (db: Reader, id: string): Promise<void> =>
  void (isId(id) && (await db.deleteFrom('sign_in_grant').where('id', '=', id).execute()))

/**
 * Deletes grants of an account: those of one application, those of all sessions except one, or all grants.
 */
export async function deleteGrants(
  tx: Tx,
  accountId: string,
  {
    applicationId,
    exceptSession,
  }: { applicationId?: string | undefined; exceptSession?: string | undefined } = {},
): Promise<void> {
  let dropped = tx.deleteFrom('sign_in_grant').where('account_id', '=', accountId)
  if (applicationId) dropped = dropped.where('application_id', '=', applicationId)
  if (exceptSession) dropped = dropped.where('session_id', '!=', exceptSession)
  await dropped.execute()
}

/**
 * Deletes the grants of the matching sessions, including those with offline access. `which` is an SQL
 * condition on `session`.
 */
export const deleteGrantsOfSessions = async (tx: Tx, which: RawBuilder<SqlBool>): Promise<void> =>
  void (await tx
    .deleteFrom('sign_in_grant')
    .where('session_id', 'in', (query) => query.selectFrom('session').select('session.id').where(which))
    .execute())

/** Deletes the grants and consents of a closed account. */
export async function eraseGrantsAndConsents(tx: Tx, { id }: { id: string }): Promise<void> {
  await deleteGrants(tx, id)
  await tx.deleteFrom('consent').where('account_id', '=', id).execute()
}

/**
 * Deletes expired grants. A grant whose session has ended remains stored until it expires, but never becomes
 * valid again.
 */
export async function sweepGrants(db: Reader): Promise<void> {
  await db.deleteFrom('sign_in_grant').where('expires_at', '<=', sql<Date>`now()`).execute()
}
