import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Tables } from '../tables.ts'

const distributed = new WeakSet<object>()

/**
 * Returns the Kysely adapter. It identifies the database, because a connection and its transactions share the
 * adapter.
 */
const adapterOf = (db: Kysely<Tables>): object => db.getExecutor().adapter

/**
 * Whether the tables of placement.ts are distributed over several servers. Statements that lock rows of these
 * tables must then specify the organization, and some operations need two statements instead of one.
 */
export const isDistributed = (db: Kysely<Tables>): boolean => distributed.has(adapterOf(db))

export const markDistributed = (db: Kysely<Tables>): void => void distributed.add(adapterOf(db))

/**
 * Disables Citus' own deadlock prevention, so that statements on several shards do not wait for each other.
 * Such statements cannot deadlock, because they lock their rows in a fixed order first. If a transaction-mode
 * pooler is used, its connect_query must contain this setting.
 */
export const distributedSetting = 'set citus.enable_deadlock_prevention = off'

/**
 * Returns an SQL condition that matches the rows with these ids, each in its organization. The condition
 * limits the statement to the shards of these organizations.
 */
export function isOneOf(
  table: string,
  places: Iterable<readonly [id: string, tenantId: string]>,
): RawBuilder<SqlBool> {
  const [ids, tenants] = [[...places].map(([id]) => id), [...places].map(([, tenantId]) => tenantId)]
  const key = (column: string) => sql.ref(`${table}.${column}`)
  return sql`${key('tenant_id')} = any(${[...new Set(tenants)]}::uuid[])
    and (${key('tenant_id')}, ${key('id')}) in (select * from unnest(${tenants}::uuid[], ${ids}::text[]))`
}

/**
 * Returns the SQL condition that limits a statement on a list of rows to the shards of their organizations.
 */
export const amongTenants = (column: string, rows: readonly { tenant_id: string }[]): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} = any(${[...new Set(rows.map(({ tenant_id }) => tenant_id))]}::uuid[])`

/**
 * Returns an SQL condition that matches the rows of the current statement. `table` must have the columns
 * tenant_id and id.
 */
export type IsIn = (table: string) => RawBuilder<SqlBool>

/**
 * Runs a statement that locks or changes the rows with these ids, each in its organization. On Citus, the
 * statement runs for each organization in turn, in a fixed order, because Citus can lock rows of only one
 * shard per statement.
 */
export async function lockEach<Row>(
  db: Kysely<Tables>,
  tenants: ReadonlyMap<string, string>,
  run: (isIn: IsIn) => Promise<Row[]>,
): Promise<Row[]> {
  if (!tenants.size) return []
  if (!isDistributed(db)) return run((table) => isOneOf(table, tenants))
  const groups = Map.groupBy(tenants, ([, tenantId]) => tenantId)
  const rows: Row[] = []
  for (const tenantId of [...groups.keys()].sort()) {
    const ids = required(groups.get(tenantId), 'item of groups').map(([id]) => id)
    const isIn: IsIn = (table) =>
      sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId} and ${sql.ref(`${table}.id`)} = any(${ids}::text[])`
    rows.push(...(await run(isIn)))
  }
  return rows
}

/**
 * Returns the SQL text `offset 0`. At the end of a subquery, it prevents PostgreSQL from flattening the
 * subquery, so PostgreSQL looks up each row. On Citus, returns an empty text, because Citus does not push
 * OFFSET down to the shards. The shards contain fewer rows anyway.
 */
export const unflattened = (db: Kysely<Tables>): RawBuilder<unknown> =>
  isDistributed(db) ? sql`` : sql`offset 0`
