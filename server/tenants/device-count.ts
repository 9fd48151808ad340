import { sql } from 'kysely'
import { noTenant } from '../core/id.ts'
import type { Tx } from '../db/open.ts'

/**
 * Adds `change`, which can be negative, to the organization's device count. The organization's row must be
 * locked.
 */
export async function countTenantDevices(tx: Tx, tenantId: string, change: number): Promise<void> {
  if (tenantId === noTenant) return
  await tx
    .updateTable('tenant')
    .set({ device_count: sql`device_count + ${change}::integer` })
    .where('id', '=', tenantId)
    .execute()
}
