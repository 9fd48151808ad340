import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Devices of each organization that are connected now; an index holds those alone. */
export async function countOnline(
  db: Kysely<Tables>,
  tenantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('device')
    .select(['tenant_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('tenant_id', 'in', tenantIds)
    .where('online', '=', true)
    .groupBy('tenant_id')
    .execute()
  return new Map(rows.map((row) => [row.tenant_id, Number(row.count)]))
}
