import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { type Rounds, startRounds } from '../jobs/rounds.ts'
import { pendingChannel } from './emit.ts'

/** Retention of events in days. */
const daysStored = 30
const batch = 1_000

/** An event and its position in the event feed. */
export interface PositionedEvent {
  tenantId: string
  platform: boolean
  object: string
  type: string
  position: number
}

/** Called with the events that have just received a position, in the transaction that assigned it. */
export type OnPositioned = (tx: Tx, positioned: readonly PositionedEvent[]) => Promise<void>

/**
 * Creates the daily partitions of events and deliveries for today and the next days, and drops expired ones.
 * The days are those of the database clock. Called periodically and at startup, because the current
 * partitions are missing if no server has run for a long time.
 */
export const maintainEventPartitions = async (db: Kysely<Tables>): Promise<void> =>
  void (await sql`
    select feed_days(parent, ${daysStored}::integer)
    from unnest(array['webhook_delivery', 'event']::regclass[]) as parent`.execute(db))

/**
 * Assigns positions to events as soon as they are committed. Each server tries to do so, but only one
 * succeeds at a time.
 */
export const startPositioning = (db: Database, log: Logger, onPositioned: OnPositioned): Promise<Rounds> =>
  startRounds(
    { db, log },
    {
      name: 'positions',
      channel: pendingChannel,
      every: 5_000,
      run: () => assignPositions(db, onPositioned),
    },
  )

/**
 * Assigns a position to each committed event. The row with the last position stays locked until commit. Only
 * one server can therefore assign positions at a time, and readers never see a gap that is filled later. Does
 * not wait for running transactions. Their events get a position after they commit.
 */
export async function assignPositions(db: Database, onPositioned: OnPositioned): Promise<void> {
  while ((await db.transaction((tx) => assignNextPositions(tx, onPositioned))) === batch);
}

/** Exported only for the generator of demo data, which creates past events. */
export async function assignNextPositions(tx: Tx, onPositioned: OnPositioned): Promise<number> {
  // The lock needs its own statement, so that the next statement sees the positions that the previous holder
  // assigned.
  const head = await tx.selectFrom('event_head').select('position').forUpdate().executeTakeFirstOrThrow()
  const { rows } = await sql<PositionedEvent>`
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
  await onPositioned(tx, rows)
  return rows.length
}
