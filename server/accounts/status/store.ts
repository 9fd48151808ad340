import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { securityGrant } from '../rights.ts'
import type { AccountRow } from '../store.ts'

const now = sql<Date>`now()`

/** Every enabled administrator. */
export async function findAdmins(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`admin`)
    .where('enabled', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/** Every enabled administrator, where one of these accounts is one. */
export async function findAdminsAround(db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`admin`)
    .where('enabled', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('account as asked')
          .select('asked.id')
          .where('asked.id', 'in', ids)
          .where('asked.admin', '=', true),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether there is an enabled administrator beside this account. */
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

/** Of an account that is not being closed, or no longer. */
export const notClosing = { closes_at: null, closed_by: null }

/** Enabled, it is no longer being closed. The rows as they then are. */
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
