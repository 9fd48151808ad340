import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { deleteGrantsOfSessions } from '../../applications/grants.ts'
import type { Tx } from '../../db/open.ts'
import { endMatchingSessions } from '../../sessions/sign-out-notices.ts'
import { wake } from '../../sessions/store.ts'

/**
 * Ends the sessions of an account that were opened with a linked identity, and their grants to applications.
 * `except`: a session that stays open. Returns the number of ended sessions.
 */
export async function endSessionsOfIdentity(
  tx: Tx,
  { id, account_id: accountId }: { id: string; account_id: string },
  except?: string,
): Promise<number> {
  await wake(tx, accountId)
  return endSessions(tx, sql`identity_id = ${id}`, except)
}

/**
 * Ends all sessions that were opened through an identity source, and their grants to applications. `except`:
 * a session that stays open.
 */
export const endSessionsOfSource = (tx: Tx, sourceId: string, except?: string): Promise<number> =>
  endSessions(tx, sql`identity_source_id = ${sourceId}`, except)

async function endSessions(tx: Tx, opened: RawBuilder<SqlBool>, except?: string): Promise<number> {
  const which = except ? sql<SqlBool>`${opened} and session.id != ${except}` : opened
  await deleteGrantsOfSessions(tx, which)
  return endMatchingSessions(tx, which)
}
