import { type Kysely, sql } from 'kysely'
import { recordAudits } from '../core/audit.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

const batch = 500

/**
 * A sign-in that failed and is about no account: guessers make any number of them, so they are counted by network and
 * hour and not written down one by one. Nothing of what was typed is kept: people type passwords into that field.
 */
export async function countFailedSignIn(db: Kysely<Tables>, network: string): Promise<void> {
  await sql`
    insert into failed_sign_in as counted (network, hour, count)
    values (${network}, date_trunc('hour', now(), 'UTC'), 1)
    on conflict (network, hour) do update set count = counted.count + 1`.execute(db)
}

/** One event for each network and hour that has closed. */
export async function recordFailedSignIns(db: Database): Promise<void> {
  while (await db.transaction(recordSome));
}

/**
 * false once there are no more. The event is written by the transaction that takes the count away, so that however many
 * nodes do this, and whenever one dies, there is one. Five minutes on, no try of that hour is still being counted.
 */
async function recordSome(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ network: string; hour: Date; count: number }>`
    delete from failed_sign_in where (network, hour) in (
      select network, hour from failed_sign_in
      where hour < date_trunc('hour', now() - interval '5 minutes', 'UTC')
      order by hour, network limit ${batch} for update skip locked)
    returning network, hour, count`.execute(tx)
  await recordAudits(
    tx,
    rows.map(({ network, hour, count }) => ({
      tenantId: null,
      actorId: null,
      action: 'FailedSignIns',
      targetType: 'account' as const,
      targetId: null,
      ip: network,
      success: false,
      changes: { hour: [null, hour.toISOString()], tries: [null, count] },
    })),
  )
  return rows.length === batch
}
