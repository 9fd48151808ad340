import { type Kysely, sql } from 'kysely'
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
export async function applyRetention(db: Kysely<Tables>, days: number | null): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select record_keep(${days}::integer) as dropped`.execute(db)
  return rows[0]!.dropped
}
