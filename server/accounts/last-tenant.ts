import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Where a session of the account is now; written where it was elsewhere before. */
export const saveLastTenant = async (db: Kysely<Tables>, id: string, tenantId: string): Promise<void> =>
  void (await db
    .updateTable('account')
    .set({ last_tenant_id: tenantId })
    .where('id', '=', id)
    .where('last_tenant_id', 'is distinct from', tenantId)
    .execute())
