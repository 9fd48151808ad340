import { type Kysely, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import { holdFolding, keepKinds } from '../core/counts/counts.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** Events of these instants can be written: the audit log has a table for each quarter that they are in. */
export async function openQuarters(db: Kysely<Tables>, instants: readonly Date[]): Promise<void> {
  await sql`
    select record_quarter(quarter) from (
      select distinct date_trunc('quarter', at, 'UTC') as quarter from unnest(${[...instants]}::timestamptz[]) as at
    ) as wanted`.execute(db)
}

/** This very quarter's, by the database's clock: a server that was off for long starts with none. */
export const openCurrentQuarter = async (db: Kysely<Tables>): Promise<void> =>
  void (await sql`select record_quarter(now())`.execute(db))

/** Makes room for the months to come and lets go of quarters that ended `days` ago, 180 at least; null: of none. */
export const applyRetention = (db: Database, days: number | null): Promise<number> =>
  db.transaction(async (tx) => {
    // Or a fold that is under way could bring counts of a dropped quarter back.
    await holdFolding(tx)
    const { rows } = await sql<{ dropped: number }>`select record_keep(${days}::integer) as dropped`.execute(
      tx,
    )
    const { dropped } = first(rows, 'rows')
    if (dropped > 0) {
      const quarters = sql<string>`
        select right(relname, 6) from pg_inherits join pg_class on oid = inhrelid
        where inhparent = 'audit_event'::regclass`
      await keepKinds(tx, ['event', 'event_of_actor'], quarters)
    }
    return dropped
  })
