import { type Kysely, sql } from 'kysely'
import { isDistributed } from '../db/citus/distributed.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { disconnectNode } from './connections.store.ts'

/**
 * Milliseconds between two heartbeats of a server. After 20 seconds without one, its connections count as
 * offline. The database's clock is used.
 */
export const renewal = 5_000
const lifetime = sql<Date>`now() - interval '20 seconds'`

export const enterNode = async (db: Database, id: string): Promise<void> =>
  void (await db.query.insertInto('device_node').values({ id }).execute())

/**
 * Renews the heartbeat. Returns false if it came too late, because other servers may have marked the
 * connections as offline.
 */
export async function renewNode(db: Database, id: string): Promise<boolean> {
  const row = await db.query
    .updateTable('device_node')
    .set({ renewed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('renewed_at', '>', lifetime)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function hasOtherNode(db: Database, id: string): Promise<boolean> {
  const other = db.query.selectFrom('device_node').select('id').where('id', '!=', id)
  return (await other.where('renewed_at', '>', lifetime).limit(1).executeTakeFirst()) !== undefined
}

/** Renews the heartbeat of the connections that all servers share. Any server can do so. */
export const renewShared = async (db: Database, id: string): Promise<void> =>
  void (await db.query
    .insertInto('device_node')
    .values({ id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ renewed_at: sql<Date>`now()` }))
    .execute())

export const leaveNode = async (db: Database, id: string): Promise<void> =>
  void (await db.query.deleteFrom('device_node').where('id', '=', id).execute())

/** Marks connections of dead or unknown servers as offline since the last heartbeat. */
export async function disconnectDeadNodes(db: Database): Promise<void> {
  const dead = await db.query
    .selectFrom('device_node')
    .select(['id', 'renewed_at'])
    .where('renewed_at', '<=', lifetime)
    .execute()
  const unknown = await findUnknown(db.query)
  for (const { id, renewed_at } of [...dead, ...unknown.map((id) => ({ id, renewed_at: null }))]) {
    while ((await db.transaction((tx) => disconnectNode(tx, id, renewed_at))) > 0);
    await leaveNode(db, id)
  }
}

/**
 * Returns the ids of unknown servers that hold connections. A recursive query needs one index lookup per
 * server. A join would read all online devices.
 */
export async function findUnknown(db: Kysely<Tables>): Promise<string[]> {
  if (isDistributed(db)) return findUnknownOnShards(db)
  const { rows } = await sql<{ id: string }>`
    with recursive holder as (
      (select node_id as id from device_presence where online order by node_id limit 1)
      union all
      select (select node_id from device_presence where online and node_id > holder.id order by node_id limit 1)
      from holder where id is not null
    )
    select id from holder where id is not null and id not in (select id from device_node)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Citus does not push recursive queries down, so each shard reads its index of online devices. */
async function findUnknownOnShards(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct node_id as id from device_presence
    where online and node_id is not null and node_id not in (select id from device_node)`.execute(db)
  return rows.map(({ id }) => id)
}
