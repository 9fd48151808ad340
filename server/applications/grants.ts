import { type Kysely, type Selectable, sql } from 'kysely'
import { isId, newId } from '../core/id.ts'
import { defaults } from '../core/process/defaults.ts'
import type { SecondFactor } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { lacksFactor } from '../sessions/demand.ts'
import { isLive } from '../sessions/store.ts'
import { isPending } from '../tenants/members.ts'
import { statusNow } from '../tenants/store.ts'

type Reader = Kysely<Tables>

export type GrantRow = Omit<Selectable<Tables['sign_in_grant']>, 'resources'> & {
  /** What a token may be asked for, by its audience: scopes as one text. */
  resources: Record<string, string>
  /** Of the session that it came by, by what its user proved who they are; null where that is not known. */
  amr: string[] | null
}

export const lastsBeyondSession = ({ scopes }: Pick<GrantRow, 'scopes'>): boolean =>
  scopes.includes('offline_access')

/** A sign-in of an account to an application, in an organization where one was chosen. */
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

/** The organization that somebody was last in at an application, as far as its sign-ins are kept. */
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
 * One that counts at this moment: its application and account enabled, nothing that the account has to do first, the account in an organization that may use the
 * application, and the session that it came by live, unless it was asked to last beyond that.
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
    .select('session.amr')
    .where('sign_in_grant.id', '=', id)
    .where('sign_in_grant.expires_at', '>', sql<Date>`now()`)
    .where('account.enabled', '=', true)
    .where('account.password_change_required', '=', false)
    .where(sql<boolean>`not ${lacksFactor(secondFactor)}`)
    .where('application.enabled', '=', true)
    .where(mayStillUse)
    .where(sql<boolean>`('offline_access' = any(sign_in_grant.scopes) or ${isLive})`)
    .executeTakeFirst()
  return row as GrantRow | undefined
}

/** An application for some organizations is for who is in one of them still: in the one that was chosen, if one was. */
const mayStillUse = sql<boolean>`(application.tenant_ids = '{}' or exists (
  select from member join tenant on tenant.id = member.tenant_id
  where member.account_id = sign_in_grant.account_id and member.tenant_id = any(application.tenant_ids)
    and member.tenant_id = coalesce(sign_in_grant.tenant_id, member.tenant_id) and ${statusNow} = 'FINISH' and not ${isPending}))`

/** With all that was given out by it. */
export const dropGrant = async (db: Reader, id: string): Promise<void> =>
  void (isId(id) && (await db.deleteFrom('sign_in_grant').where('id', '=', id).execute()))

/** Of one account: those to one application, those of every session but one, or all. */
export async function dropGrants(
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

/** Of an account that is closed: what it has signed in to and allowed. */
export async function forgetApplications(tx: Tx, { id }: { id: string }): Promise<void> {
  await dropGrants(tx, id)
  await tx.deleteFrom('consent').where('account_id', '=', id).execute()
}

/** Removes what has ended by itself. A grant of a session that is over stays until its time: nothing revives it. */
export async function sweepGrants(db: Reader): Promise<void> {
  await db.deleteFrom('sign_in_grant').where('expires_at', '<=', sql<Date>`now()`).execute()
}
