import { type Kysely, sql } from 'kysely'
import { recordAudits } from '../core/audit.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

const batch = 500

/**
 * Counts a failed sign-in with a login name that belongs to no account. Attackers can cause any number of
 * these, so they are counted per network and hour instead of being stored individually. The login name is not
 * stored, because people sometimes type their password into that field.
 */
export async function countFailedSignIn(db: Kysely<Tables>, network: string): Promise<void> {
  await sql`
    insert into failed_sign_in as counted (network, hour, count)
    values (${network}, date_trunc('hour', now(), 'UTC'), 1)
    on conflict (network, hour) do update set count = counted.count + 1`.execute(db)
}

/** Writes one audit event per network and hour, once the hour is over. */
export async function recordFailedSignIns(db: Database): Promise<void> {
  while (await db.transaction(recordSome));
}

/**
 * Writes events for one batch of counts. Returns false if no counts are left. The same transaction writes the
 * event and deletes the count, so there is exactly one event even with several servers or after a crash.
 * Processes an hour only five minutes after its end, when no attempt of that hour is still being counted.
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
