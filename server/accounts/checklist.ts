import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

export async function isChecklistDismissed(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('checklist_put_away')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.checklist_put_away ?? false
}

export const storeChecklistDismissed = async (
  db: Kysely<Tables>,
  id: string,
  dismissed: boolean,
): Promise<void> =>
  void (await db.updateTable('account').set({ checklist_put_away: dismissed }).where('id', '=', id).execute())
