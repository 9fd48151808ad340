import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Whether an administrator has put the check-list of the platform away. */
export async function isChecklistAway(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('checklist_put_away')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.checklist_put_away ?? false
}

export const keepChecklistAway = async (db: Kysely<Tables>, id: string, away: boolean): Promise<void> =>
  void (await db.updateTable('account').set({ checklist_put_away: away }).where('id', '=', id).execute())
