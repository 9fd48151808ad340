import { type Kysely, sql } from 'kysely'
import type { DeviceStatus } from '../../contract/states.ts'
import { newId } from '../core/id.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>

interface CountChange {
  tenantId: string
  kind: DeviceStatus | 'ONLINE'
  change: number
}

/** Stands for all organizations together. */
export const platform = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Appended in the transaction of the change: no one waits for a counter that all share. */
export async function appendCounts(tx: Tx, changes: readonly CountChange[]): Promise<void> {
  const sums = new Map<string, CountChange>()
  for (const each of changes) {
    const key = `${each.tenantId} ${each.kind}`
    sums.set(key, { ...each, change: (sums.get(key)?.change ?? 0) + each.change })
  }
  const rows = [...sums.values()].filter(({ change }) => change !== 0)
  if (!rows.length) return
  await tx
    .insertInto('device_count_change')
    .values(rows.map(({ tenantId, kind, change }) => ({ tenant_id: tenantId, id: newId(), kind, change })))
    .execute()
}

/** How many devices are in one of the statuses, in one organization or in all. Exact at this moment. */
export async function countDevices(
  db: Reader,
  { tenantId, statuses }: { tenantId?: string | undefined; statuses: readonly DeviceStatus[] },
): Promise<number> {
  // One statement, one snapshot: what is folded meanwhile is counted once.
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::bigint as count from (
      select count from device_count
        where tenant_id = ${tenantId ?? platform} and kind = any(${[...statuses]}::text[])
      union all
      select change from device_count_change
        where ${tenantId ? sql`tenant_id = ${tenantId} and` : sql``} kind = any(${[...statuses]}::text[])
    ) as counted`.execute(db)
  return rows[0]!.count
}

/** By organization: devices that are online. */
export async function countOnline(db: Reader, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const ids = [...tenantIds]
  const { rows } = await sql<{ tenant_id: string; count: number }>`
    select tenant_id, sum(count)::bigint as count from (
      select tenant_id, count from device_count where kind = 'ONLINE' and tenant_id = any(${ids}::uuid[])
      union all
      select tenant_id, change from device_count_change where kind = 'ONLINE' and tenant_id = any(${ids}::uuid[])
    ) as counted group by tenant_id`.execute(db)
  return new Map(rows.map((row) => [row.tenant_id, row.count]))
}

/** Adds what was appended to the counts, in rounds that are short to wait for. One node at a time; another's call does nothing. */
export async function foldCounts(db: Database): Promise<void> {
  while (await db.transaction(foldSome));
}

async function foldSome(tx: Tx): Promise<boolean> {
  const turn = await tx
    .selectFrom('device_count')
    .select('kind')
    .where('tenant_id', '=', platform)
    .where('kind', '=', 'ONLINE')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!turn) return false
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from device_count_change where (tenant_id, id) in (
        select tenant_id, id from device_count_change order by tenant_id, id limit 5000)
      returning tenant_id, kind, change),
    folded as (
      insert into device_count (tenant_id, kind, count)
      select tenant_id, kind, sum(change) from taken group by tenant_id, kind
      union all
      select ${platform}::uuid, kind, sum(change) from taken group by kind
      on conflict (tenant_id, kind) do update set count = device_count.count + excluded.count)
    select count(*) as taken from taken`.execute(tx)
  return rows[0]!.taken >= 5000
}
