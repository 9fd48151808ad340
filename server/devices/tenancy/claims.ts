import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type Reader = Kysely<Tables>

export const findTenantOf = async (db: Reader, id: string): Promise<string | undefined> =>
  (await db.selectFrom('device_claim').select('tenant_id').where('id', '=', id).executeTakeFirst())?.tenant_id

/** Returns the ids of the devices' organizations by device id. Unknown devices are omitted. */
export async function findTenantsOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('device_claim')
    .select(['id', 'tenant_id'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.tenant_id]))
}
