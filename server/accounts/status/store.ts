import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { securityGrant } from '../rights.ts'
import type { AccountRow } from '../store.ts'

const now = sql<Date>`now()`

export async function findAdmins(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`admin`)
    .where('enabled', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the ids of all enabled administrators if one of `ids` is an administrator, otherwise an empty list.
 */
export async function findAdminsAround(db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`admin`)
    .where('enabled', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('account as requested')
          .select('requested.id')
          .where('requested.id', 'in', ids)
          .where('requested.admin', '=', true),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export async function hasOtherAdmin(db: Kysely<Tables>, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`admin`)
    .where('enabled', '=', true)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Column values of an account that is not being closed. */
export const notClosing = { closes_at: null, closed_by: null }

/** Enables or disables accounts and returns the updated rows. Enabling cancels a closure. */
export const saveEnabled = (tx: Tx, ids: readonly string[], enabled: boolean): Promise<AccountRow[]> =>
  tx
    .updateTable('account')
    .set({ enabled, modified_at: now, ...(enabled && notClosing) })
    .where('id', 'in', ids)
    .returningAll()
    .execute()

export const saveAdmin = (
  tx: Tx,
  account: AccountRow,
  admin: boolean,
  { command = false } = {},
): Promise<AccountRow> =>
  tx
    .updateTable('account')
    .set({ admin, ...(!command && securityGrant(account, { ...account, admin })), modified_at: now })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow()
