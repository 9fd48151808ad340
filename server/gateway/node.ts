import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { disconnectNode } from './connections.store.ts'

/**
 * Milliseconds between two heartbeats of a server. If a server sends no heartbeat for 20 seconds (by the
 * database clock), its connections are treated as ended.
 */
export const renewal = 5_000
const lifetime = sql<Date>`now() - interval '20 seconds'`

export const enterNode = async (db: Database, id: string): Promise<void> =>
  void (await db.query.insertInto('device_node').values({ id }).execute())

/**
 * Renews the heartbeat of this server. Returns false if the heartbeat is too late, because other servers may
 * have marked this server's devices as offline.
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

/**
 * Renews the heartbeat of the connections to an external broker, which all servers share. Any server can call
 * this.
 */
export const renewShared = async (db: Database, id: string): Promise<void> =>
  void (await db.query
    .insertInto('device_node')
    .values({ id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ renewed_at: sql<Date>`now()` }))
    .execute())

export const leaveNode = async (db: Database, id: string): Promise<void> =>
  void (await db.query.deleteFrom('device_node').where('id', '=', id).execute())

/** Marks the devices of dead or unknown servers as offline since their server's last heartbeat. */
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
 * Returns the ids of unknown servers that hold connections. Each statement looks up the next server in the
 * index, because a join would read all online devices.
 */
export async function findUnknown(db: Kysely<Tables>): Promise<string[]> {
  const holders: string[] = []
  for (let id = await nextHolder(db); id; id = await nextHolder(db, id)) holders.push(id)
  // Reads the registered servers after their connections. A server is registered before it holds a
  // connection, so a new server is not mistaken for an unknown one.
  const nodes = await db.selectFrom('device_node').select('id').execute()
  const known = new Set(nodes.map(({ id }) => id))
  return holders.filter((id) => !known.has(id))
}

/** Returns the next server that holds connections: the one with the smallest id greater than `after`. */
async function nextHolder(db: Kysely<Tables>, after?: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select node_id as id from device_presence
    where online and ${after === undefined ? sql`true` : sql`node_id > ${after}`}
    order by node_id limit 1`.execute(db)
  return rows[0]?.id
}
