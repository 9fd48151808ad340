import { type Kysely, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import { deleteOtherKinds, holdFolding } from '../core/counts/counts.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** Creates the quarterly partitions of the audit log that contain these instants. */
export async function openQuarters(db: Kysely<Tables>, instants: readonly Date[]): Promise<void> {
  await sql`
    select record_quarter(quarter) from (
      select distinct date_trunc('quarter', at, 'UTC') as quarter from unnest(${[...instants]}::timestamptz[]) as at
    ) as wanted`.execute(db)
}

/**
 * Creates the partition of the current quarter by the database's clock. A server that was off for a long time
 * may have none.
 */
export const openCurrentQuarter = async (db: Kysely<Tables>): Promise<void> =>
  void (await sql`select record_quarter(now())`.execute(db))

/**
 * Creates partitions for the coming months and drops quarters that ended at least `days` days ago (minimum
 * 180, null for never). Returns how many were dropped.
 */
export const applyRetention = (db: Database, days: number | null): Promise<number> =>
  db.transaction(async (tx) => {
    // Without this lock, a running fold could restore counts of a dropped quarter.
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
