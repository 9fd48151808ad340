import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { completeTodos } from '../../notifications/messages.store.ts'

type Reader = Kysely<Tables>

/** That all second factors of an account be removed. */
export type ResetRow = Selectable<Tables['factor_reset']>

const { lapses, wait } = limits.factor.reset
const ago = (seconds: number) => sql<Date>`now() - ${sql.lit(seconds)} * interval '1 second'`
const isOpen = sql<boolean>`(confirmed_at is not null or asked_at > ${ago(lapses)})`

/** Those that are open, by account. */
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

/** In the place of one that has lapsed. The account is locked. */
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

/** Nobody is asked to confirm it any more. false where there was none that was open. */
export async function endReset(tx: Tx, accountId: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('factor_reset')
    .where('account_id', '=', accountId)
    .returning(isOpen.as('open'))
    .executeTakeFirst()
  if (ended) await completeTodos(tx, accountId)
  return ended?.open ?? false
}

/**
 * Whether an account stands on its own, of rows of `account`: nobody else has lately made it, set its phone or password, or
 * given it the permission. Otherwise one person could act as both of the two that it takes.
 */
const isIndependent = sql<boolean>`coalesce(
  greatest(account.credentials_at, account.security_at) <= ${ago(limits.factor.reset.independent)}, true)`

/** Whether an account may ask for a removal or, if it was all there before the request, confirm it. */
export async function takesPart(query: Reader, accountId: string, reset?: ResetRow): Promise<boolean> {
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

/** Those who may confirm what one of them has asked for: an administrator's is for administrators. At most 100. */
export async function findConfirmers(
  query: Reader,
  account: { id: string; admin: boolean },
  askedBy: string,
): Promise<string[]> {
  const may = account.admin
    ? sql<boolean>`admin`
    : sql<boolean>`(admin or 'security_management' = any(auth_codes))`
  const rows = await query
    .selectFrom('account')
    .select('id')
    .where(may)
    .where('enabled', '=', true)
    .where('id', 'not in', [account.id, askedBy])
    .where(isIndependent)
    .orderBy('id')
    .limit(limits.nested)
    .execute()
  return rows.map(({ id }) => id)
}

/** The accounts whose wait is over. */
export async function findDue(query: Reader): Promise<string[]> {
  const rows = await query
    .selectFrom('factor_reset')
    .select('account_id')
    .where('confirmed_at', '<=', ago(wait))
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Whoever deletes the row goes on; false where it was withdrawn meanwhile. */
export async function takeDue(tx: Tx, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('factor_reset')
    .where('account_id', '=', accountId)
    .where('confirmed_at', '<=', ago(wait))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those that nobody has confirmed. Whoever was asked to is asked no more. */
export async function dropLapsed(query: Reader): Promise<void> {
  const rows = await query
    .selectFrom('factor_reset')
    .select('account_id')
    .where(sql<boolean>`not ${isOpen}`)
    .execute()
  if (!rows.length) return
  await query.transaction().execute(async (tx) => {
    for (const { account_id } of rows)
      if ((await findResets(tx, [account_id])).size === 0) await endReset(tx as Tx, account_id)
  })
}
