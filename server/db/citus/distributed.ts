import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Tables } from '../tables.ts'

const distributed = new WeakSet<object>()

/** What a connection and the transactions on it have in common. */
const adapterOf = (db: Kysely<Tables>): object => db.getExecutor().adapter

/**
 * Whether the tables of placement.ts lie on several servers: then a statement that locks rows of theirs has to say whose
 * they are, and what is one statement elsewhere may be two.
 */
export const isDistributed = (db: Kysely<Tables>): boolean => distributed.has(adapterOf(db))

export const markDistributed = (db: Kysely<Tables>): void => void distributed.add(adapterOf(db))

/**
 * Statements that write to several shards do not wait for one another: what they change is locked before, in one order.
 * Behind a pooler by transaction it belongs into its connect_query.
 */
export const distributedSetting = 'set citus.enable_deadlock_prevention = off'

/** Those of the table's rows that have these ids, each in its organization; only their shards are asked. */
export function isOneOf(
  table: string,
  places: Iterable<readonly [id: string, tenantId: string]>,
): RawBuilder<SqlBool> {
  const [ids, tenants] = [[...places].map(([id]) => id), [...places].map(([, tenantId]) => tenantId)]
  const key = (column: string) => sql.ref(`${table}.${column}`)
  return sql`${key('tenant_id')} = any(${[...new Set(tenants)]}::uuid[])
    and (${key('tenant_id')}, ${key('id')}) in (select * from unnest(${tenants}::uuid[], ${ids}::text[]))`
}

/** For a statement that has its rows from a list: only the shards of their organizations are asked. */
export const amongTenants = (
  db: Kysely<Tables>,
  column: string,
  rows: readonly { tenant_id: string }[],
): RawBuilder<SqlBool> =>
  isDistributed(db)
    ? sql`${sql.ref(column)} = any(${[...new Set(rows.map(({ tenant_id }) => tenant_id))]}::uuid[])`
    : sql`true`

/** One organization after the other, in one order: Citus locks rows of one shard by a statement. */
export async function byTenant<Row>(
  tenants: ReadonlyMap<string, string>,
  run: (tenantId: string, ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const groups = Map.groupBy(tenants, ([, tenantId]) => tenantId)
  const rows: Row[] = []
  for (const tenantId of [...groups.keys()].sort())
    rows.push(
      ...(await run(
        tenantId,
        required(groups.get(tenantId), 'item of groups').map(([id]) => id),
      )),
    )
  return rows
}
