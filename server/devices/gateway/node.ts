import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { disconnectNode } from './connections.store.ts'

/** A server says every 5 seconds that it lives; after 20 in silence what it held is offline. By the database's clock. */
export const renewal = 5_000
const lifetime = sql<Date>`now() - interval '20 seconds'`

export const enterNode = async (db: Database, id: string): Promise<void> =>
  void (await db.query.insertInto('device_node').values({ id }).execute())

/** false where it was silent for too long: others may have declared what it holds offline. */
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

/** Of connections that all servers hold together: any of them keeps them alive. */
export const renewShared = async (db: Database, id: string): Promise<void> =>
  void (await db.query
    .insertInto('device_node')
    .values({ id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ renewed_at: sql<Date>`now()` }))
    .execute())

export const leaveNode = async (db: Database, id: string): Promise<void> =>
  void (await db.query.deleteFrom('device_node').where('id', '=', id).execute())

/** Connections of servers that are dead or unknown are offline since those servers' last heartbeat. */
export async function dropDeadNodes(db: Database): Promise<void> {
  const dead = await db.query
    .selectFrom('device_node')
    .select(['id', 'renewed_at'])
    .where('renewed_at', '<=', lifetime)
    .execute()
  const unknown = await db.query
    .selectFrom('device_presence')
    .select('node_id as id')
    .where('online', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('device_node')
            .select('id')
            .whereRef('device_node.id', '=', 'device_presence.node_id'),
        ),
      ),
    )
    .limit(1)
    .execute()
  for (const { id, renewed_at } of [...dead, ...unknown.map((row) => ({ ...row, renewed_at: null }))]) {
    if (!id) continue
    while ((await db.transaction((tx) => disconnectNode(tx, id, renewed_at))) > 0);
    await leaveNode(db, id)
  }
}
