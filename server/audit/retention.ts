import { type Kysely, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import { deleteOtherKinds, holdFolding } from '../core/counts/counts.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** Creates the quarterly partitions of the audit log that contain these timestamps. */
export async function openQuarters(db: Kysely<Tables>, instants: readonly Date[]): Promise<void> {
  await sql`
    select record_quarter(quarter) from (
      select distinct date_trunc('quarter', at, 'UTC') as quarter from unnest(${[...instants]}::timestamptz[]) as at
    ) as wanted`.execute(db)
}

/**
 * Creates the partition of the current quarter, according to the database's clock. The partition can be
 * missing if no server has run for a long time.
 */
export const openCurrentQuarter = async (db: Kysely<Tables>): Promise<void> =>
  void (await sql`select record_quarter(now())`.execute(db))

/**
 * Creates partitions for the coming months, and drops quarters that ended at least `days` days ago. `days` is
 * at least 180. With null, all events are retained. Returns how many quarters were dropped.
 */
export const applyRetention = (db: Database, days: number | null): Promise<number> =>
  db.transaction(async (tx) => {
    // Prevents other servers from adding pending changes to the stored row counts until commit. Otherwise
    // they could restore the counts of a dropped quarter.
    await holdFolding(tx)
    const { rows } = await sql<{ dropped: number }>`select record_keep(${days}::integer) as dropped`.execute(
      tx,
    )
    const { dropped } = first(rows, 'rows')
    if (dropped > 0) {
      const quarters = sql<string>`
        select right(relname, 6) from pg_inherits join pg_class on oid = inhrelid
        where inhparent = 'audit_event'::regclass`
      await deleteOtherKinds(tx, ['event', 'event_of_actor'], quarters)
    }
    return dropped
  })
