import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Stores the organization that the account used last. Writes nothing if this organization is already stored.
 */
export const saveLastTenant = async (db: Kysely<Tables>, id: string, tenantId: string): Promise<void> =>
  void (await db
    .updateTable('account')
    .set({ last_tenant_id: tenantId })
    .where('id', '=', id)
    .where('last_tenant_id', 'is distinct from', tenantId)
    .execute())
