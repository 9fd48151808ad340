import { type Kysely, sql } from 'kysely'
import { defaults } from '../core/process/defaults.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

export async function forgetSessions(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.deleteFrom('session').where('account_id', '=', id).execute()
  await tx.deleteFrom('known_device').where('account_id', '=', id).execute()
}

/** Deletes sessions that can no longer be used, and browsers that have not been used for a year. */
export async function sweepSessions(query: Kysely<Tables>): Promise<void> {
  await query
    .deleteFrom('session')
    .where(
      'created_at',
      '<',
      sql<Date>`now() - make_interval(secs => ${defaults.sessions.absolute + 86_400})`,
    )
    .execute()
  await query.deleteFrom('known_device').where('seen_at', '<', sql<Date>`now() - interval '1 year'`).execute()
}
