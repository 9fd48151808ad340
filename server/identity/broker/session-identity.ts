import type { Tx } from '../../db/open.ts'
import type { SessionIdentity } from '../../sessions/store.ts'
import { holdSource } from '../sources/store.ts'

/** Returns a linked identity for a session. Returns undefined if it is unlinked or its source is disabled. */
export async function findSessionIdentity(
  tx: Tx,
  id: string,
): Promise<(SessionIdentity & { sourceName: string }) | undefined> {
  const found = await tx
    .selectFrom('linked_identity')
    .innerJoin('identity_source', 'identity_source.id', 'linked_identity.source_id')
    .select(['linked_identity.id', 'identity_source.id as sourceId', 'identity_source.name as sourceName'])
    .where('linked_identity.id', '=', id)
    .executeTakeFirst()
  return found && (await holdSource(tx, found.sourceId)) ? found : undefined
}
