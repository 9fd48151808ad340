import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { isAmong, newId } from '../../core/id.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { seal, unseal } from '../../factors/sealing.ts'
import type { ProvidedIdentity } from '../broker/provider.ts'
import { readSourceKey } from '../keys/keys.ts'
import { endSessionsOfIdentity } from './end-sessions.ts'
import type { SourceRow } from './store.ts'

type Reader = Kysely<Tables>
export type IdentityRow = Selectable<Tables['linked_identity']>

/** Returns the linked identities by account, oldest first, at most 100 per account. */
export async function findIdentities(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, IdentityRow[]>> {
  const rows = await db
    .selectFrom('linked_identity')
    .selectAll()
    .where(isAmong('account_id', accountIds))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.nested * accountIds.length)
    .execute()
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

export const findIdentity = (
  db: Reader,
  sourceId: string,
  subject: string,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('linked_identity')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const findIdentityById = (db: Reader, id: string): Promise<IdentityRow | undefined> =>
  db.selectFrom('linked_identity').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns a linked identity of an account. */
export const findOwnIdentity = (
  db: Reader,
  accountId: string,
  id: string,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('linked_identity')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Returns a hash of the phone number that the provider reports, or null. */
const fingerprintOf = (sourceId: string, { phone }: ProvidedIdentity): Buffer | null =>
  phone ? createHash('sha256').update(`${sourceId}\n${phone}`).digest() : null

/**
 * Whether the provider has probably assigned the identity to another person. This is possible only in WeCom,
 * where companies choose the user ids. The same name or the same phone number indicates the same person.
 */
export function isReassigned(
  { id, kind }: Pick<SourceRow, 'id' | 'kind'>,
  linked: IdentityRow,
  provided: ProvidedIdentity,
): boolean {
  if (kind !== 'WECOM') return false
  const fingerprint = fingerprintOf(id, provided)
  const names = linked.name !== null && provided.name !== null
  const phones = linked.fingerprint !== null && fingerprint !== null
  if (!names && !phones) return false
  return linked.name !== provided.name && !(phones && linked.fingerprint?.equals(fingerprint))
}

/** Returns column values for the data from the provider. Values that the provider omits stay unchanged. */
async function details(db: Reader, id: string, sourceId: string, provided: ProvidedIdentity) {
  const { name, refreshToken } = provided
  const fingerprint = fingerprintOf(sourceId, provided)
  return {
    ...(name !== null && { name }),
    ...(fingerprint && { fingerprint }),
    ...(refreshToken && { refresh_token: seal(await readSourceKey(db), id, refreshToken) }),
    checked_at: sql<Date>`now()`,
  }
}

/** Links an identity. Returns undefined if it is already linked. */
export async function insertIdentity(
  tx: Tx,
  {
    sourceId,
    accountId,
    provided,
    used,
  }: { sourceId: string; accountId: string; provided: ProvidedIdentity; used: boolean },
): Promise<IdentityRow | undefined> {
  const id = newId()
  return tx
    .insertInto('linked_identity')
    .values({
      ...{ id, source_id: sourceId, subject: provided.subject, account_id: accountId },
      ...(await details(tx, id, sourceId, provided)),
      last_used_at: used ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.columns(['source_id', 'subject']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Records a sign-in with the identity, and updates the data from the provider. */
export const recordUse = async (tx: Tx, row: IdentityRow, provided: ProvidedIdentity): Promise<void> =>
  void (await tx
    .updateTable('linked_identity')
    .set({ ...(await details(tx, row.id, row.source_id, provided)), last_used_at: sql`now()` })
    .where('id', '=', row.id)
    .execute())

/**
 * Unlinks an identity and ends the sessions that were opened with it. `except`: a session that stays open.
 */
export async function deleteIdentity(tx: Tx, row: IdentityRow, except?: string): Promise<void> {
  await tx.deleteFrom('linked_identity').where('id', '=', row.id).execute()
  await endSessionsOfIdentity(tx, row, except)
}

export const forgetIdentities = async (tx: Tx, { id }: { id: string }): Promise<void> => {
  await tx.deleteFrom('linked_identity').where('account_id', '=', id).execute()
  await tx.deleteFrom('broker_sign_in').where('account_id', '=', id).execute()
}

/**
 * Whether the account could sign in without this identity: with a password, a phone, a passkey or another
 * identity.
 */
export async function hasOtherSignIn(tx: Tx, row: IdentityRow): Promise<boolean> {
  const { rows } = await sql`
    select from account where id = ${row.account_id} and (
      password_hash is not null and (username is not null or mobile_phone is not null)
      or mobile_phone is not null
      or exists (select from factor where factor.account_id = account.id and factor.kind = 'passkey')
      or exists (select from linked_identity as other join identity_source on identity_source.id = other.source_id
        where other.account_id = account.id and other.id <> ${row.id} and identity_source.enabled))`.execute(
    tx,
  )
  return rows.length > 0
}

/** An identity that must be checked again at its provider. */
export type DueIdentity = IdentityRow & { refreshToken: string | null }

/**
 * Returns identities of a source with open sessions that the provider has not confirmed for `seconds`, those
 * that have waited longest first. Members of WeCom are checked daily without a session, too, because they
 * must be unlinked before their user id is assigned to another person.
 */
export async function findDue(
  db: Reader,
  { id: sourceId, kind }: Pick<SourceRow, 'id' | 'kind'>,
  { seconds, max }: { seconds: number; max: number },
): Promise<DueIdentity[]> {
  const rows = await db
    .selectFrom('linked_identity')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`checked_at < now() - make_interval(secs => ${seconds})`)
    .where(
      sql<boolean>`(exists (select from session where session.identity_id = linked_identity.id
        and session.ended_at is null)
        or ${kind === 'WECOM'} and checked_at < now() - interval '1 day')`,
    )
    .orderBy('checked_at')
    .limit(max)
    .execute()
  if (!rows.length) return []
  const key = await readSourceKey(db)
  return rows.map((row) => ({
    ...row,
    refreshToken: row.refresh_token && unseal(key, row.id, row.refresh_token),
  }))
}

/** Records that the identity was checked at its provider. `refreshToken` replaces the stored token. */
export async function recordCheck(
  db: Reader,
  id: string,
  refreshToken: string | null | undefined,
): Promise<void> {
  const sealed = refreshToken && seal(await readSourceKey(db), id, refreshToken)
  await db
    .updateTable('linked_identity')
    .set({
      checked_at: sql`now()`,
      ...(refreshToken !== undefined && { refresh_token: sealed || null }),
    })
    .where('id', '=', id)
    .execute()
}
