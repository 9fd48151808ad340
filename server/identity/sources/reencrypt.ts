import type { Tx } from '../../db/open.ts'
import { seal, unseal } from '../../factors/sealing.ts'

const keyOf = (value: string): Buffer => Buffer.from(value, 'base64url')

/**
 * Re-encrypts the secrets of all identity sources and linked identities with a new key, in the transaction
 * that replaces the key. Sign-ins in progress must start again. Returns the number of sources.
 */
export async function reencryptSources(
  tx: Tx,
  { before, after }: { before: string; after: string },
): Promise<number> {
  const renew = (id: string, sealed: Buffer) => seal(keyOf(after), id, unseal(keyOf(before), id, sealed))
  await tx.deleteFrom('broker_sign_in').execute()
  const sources = await tx.selectFrom('identity_source').select(['id', 'client_secret']).forUpdate().execute()
  for (const { id, client_secret } of sources)
    await tx
      .updateTable('identity_source')
      .set({ client_secret: renew(id, client_secret) })
      .where('id', '=', id)
      .execute()
  const identities = await tx
    .selectFrom('linked_identity')
    .select(['id', 'refresh_token'])
    .where('refresh_token', 'is not', null)
    .forUpdate()
    .execute()
  for (const { id, refresh_token } of identities)
    if (refresh_token)
      await tx
        .updateTable('linked_identity')
        .set({ refresh_token: renew(id, refresh_token) })
        .where('id', '=', id)
        .execute()
  return sources.length
}
