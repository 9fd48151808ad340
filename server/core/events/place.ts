import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { type Rounds, startRounds } from '../jobs/rounds.ts'
import { pendingChannel } from './emit.ts'

/** Days that events are kept. */
const kept = 30
const batch = 1_000

/** Up to where there are events of a type for an organization. */
export interface Placed {
  tenantId: string
  platform: boolean
  object: string
  type: string
  position: number
}

/** Who is to know, in the same transaction. */
export type OnPlaced = (tx: Tx, placed: readonly Placed[]) => Promise<void>

/** This very day's tables and the next ones', of what is sent too, by the database's clock: a server that was off for long starts with none. */
export const keepEventDays = async (db: Kysely<Tables>): Promise<void> =>
  void (await sql`
    select feed_days(parent, ${kept}::integer)
    from unnest(array['webhook_delivery', 'event']::regclass[]) as parent`.execute(db))

/** Gives positions as soon as events are committed. Any node does it for all. */
export const startPlacing = (db: Database, log: Logger, onPlaced: OnPlaced): Promise<Rounds> =>
  startRounds(
    { db, log },
    { name: 'positions', channel: pendingChannel, every: 5_000, run: () => placeEvents(db, onPlaced) },
  )

/**
 * Gives each event that is committed by now its position. One node at a time, since it holds the head until it commits:
 * whoever reads positions sees no gap that is filled later. No transaction that runs on is waited for: what has no
 * position is found by that, not by ids or transactions that have passed, so its events come when it commits.
 */
export async function placeEvents(db: Database, onPlaced: OnPlaced): Promise<void> {
  while ((await db.transaction((tx) => placeSome(tx, onPlaced))) === batch);
}

/** Exported for the demo alone, whose past has events. */
export async function placeSome(tx: Tx, onPlaced: OnPlaced): Promise<number> {
  // A statement of its own: the next one sees what whoever held it before has placed.
  const head = await tx.selectFrom('event_head').select('position').forUpdate().executeTakeFirstOrThrow()
  const { rows } = await sql<Placed>`
    with taken as (
      delete from event_pending where (date_time, id) in (
        select date_time, id from event_pending order by date_time, id limit ${batch})
      returning *)
    insert into event (position, id, date_time, tenant_id, platform, object, type, payload)
    select ${head.position}::bigint + row_number() over (order by date_time, id),
      id, date_time, tenant_id, platform, object, type, payload from taken
    returning tenant_id as "tenantId", platform, object, type, position`.execute(tx)
  if (!rows.length) return 0
  await tx
    .updateTable('event_head')
    .set({ position: head.position + rows.length })
    .execute()
  await onPlaced(tx, rows)
  return rows.length
}
