import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { completeTodos } from '../../notifications/messages.store.ts'

type Reader = Kysely<Tables>

export type ResetRow = Selectable<Tables['factor_reset']>

const { lapses, wait } = limits.factor.reset
const ago = (seconds: number) => sql<Date>`now() - ${sql.lit(seconds)} * interval '1 second'`
const isOpen = sql<boolean>`(confirmed_at is not null or asked_at > ${ago(lapses)})`

export async function findResets(
  query: Reader,
  accountIds: readonly string[],
): Promise<Map<string, ResetRow>> {
  const rows = await query
    .selectFrom('factor_reset')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .where(isOpen)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** Inserts a removal request, and deletes an expired one first. The account must be locked. */
export async function insertReset(tx: Tx, accountId: string, askedBy: string): Promise<void> {
  await endReset(tx, accountId)
  await tx.insertInto('factor_reset').values({ account_id: accountId, asked_by: askedBy }).execute()
}

export const confirmReset = async (tx: Tx, accountId: string, by: string): Promise<void> =>
  void (await tx
    .updateTable('factor_reset')
    .set({ confirmed_by: by, confirmed_at: sql`now()` })
    .where('account_id', '=', accountId)
    .execute())

/**
 * Deletes the removal request of the account and completes its to-dos. Returns false if there was no pending
 * request.
 */
export async function endReset(tx: Tx, accountId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('factor_reset')
    .where('account_id', '=', accountId)
    .returning(isOpen.as('open'))
    .executeTakeFirst()
  if (deleted) await completeTodos(tx, accountId)
  return deleted?.open ?? false
}

/**
 * SQL condition on `account` that is true unless, in the last 30 days, another person created the account,
 * set its phone number or password, or granted it the permission. Without this condition, one person could
 * act as both people.
 */
const isIndependent = sql<boolean>`coalesce(
  greatest(account.credentials_at, account.security_at) <= ${ago(limits.factor.reset.independent)}, true)`

/**
 * Whether an account can request the removal of another account's factors. If `reset` is given, whether the
 * account can confirm that request. The account, its password and its permission must then be older than the
 * request.
 */
export async function canTakePart(query: Reader, accountId: string, reset?: ResetRow): Promise<boolean> {
  const row = await query
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where(isIndependent)
    .$if(reset !== undefined, (older) =>
      older.where(sql<boolean>`greatest(account.created_at, account.password_changed_at, account.credentials_at,
        account.security_at) < ${reset?.asked_at}::timestamptz`),
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns at most 100 accounts that can confirm a request. Only administrators can confirm a request for an
 * administrator.
 */
export async function findConfirmers(
  query: Reader,
  account: { id: string; admin: boolean },
  askedBy: string,
): Promise<string[]> {
  const canConfirm = account.admin
    ? sql<boolean>`admin`
    : sql<boolean>`(admin or 'security_management' = any(auth_codes))`
  const rows = await query
    .selectFrom('account')
    .select('id')
    .where(canConfirm)
    .where('enabled', '=', true)
    .where('id', 'not in', [account.id, askedBy])
    .where(isIndependent)
    .orderBy('id')
    .limit(limits.nested)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of accounts for which the waiting period of a confirmed request is over. */
export async function findDue(query: Reader): Promise<string[]> {
  const rows = await query
    .selectFrom('factor_reset')
    .select('account_id')
    .where('confirmed_at', '<=', ago(wait))
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/**
 * Deletes a due request, so that only one server removes the factors. Returns false if the request no longer
 * exists, for example because it was withdrawn.
 */
export async function claimDue(tx: Tx, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('factor_reset')
    .where('account_id', '=', accountId)
    .where('confirmed_at', '<=', ago(wait))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes requests that nobody confirmed in time, and completes their to-dos. */
export async function dropExpired(query: Reader): Promise<void> {
  const rows = await query
    .selectFrom('factor_reset')
    .select('account_id')
    .where(sql<boolean>`not ${isOpen}`)
    .execute()
  if (!rows.length) return
  await query.transaction().execute(async (transaction) => {
    const tx = transaction as unknown as Tx
    for (const { account_id } of rows)
      if ((await findResets(tx, [account_id])).size === 0) await endReset(tx, account_id)
  })
}
