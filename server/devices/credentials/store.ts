import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

// Passwords have 256 random bits and cannot be guessed. A fast hash is therefore safe, and it lets ten
// thousand devices connect at once. The hash includes the device id, so that it is not valid in the row of
// another device.
const hashOf = (deviceId: string, password: string): Buffer =>
  createHmac('sha256', password).update(deviceId).digest()

export const isCredential = (hash: Buffer | null, deviceId: string, password: string): boolean =>
  hash !== null && timingSafeEqual(hash, hashOf(deviceId, password))

/**
 * Replaces the credentials of the devices and returns the new passwords. Only hashes of the passwords are
 * stored.
 */
export async function replaceCredentials(tx: Tx, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const passwords = new Map(deviceIds.map((id) => [id, randomBytes(32).toString('base64url')]))
  await tx
    .insertInto('device_credential')
    .values([...passwords].map(([id, password]) => ({ device_id: id, hash: hashOf(id, password) })))
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((eb) => ({
        hash: eb.ref('excluded.hash'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute()
  return passwords
}

/** Revokes the credential. Its row remains, because it records when the credential was revoked. */
export const revokeCredential = async (tx: Tx, deviceId: string): Promise<void> =>
  void (await tx
    .updateTable('device_credential')
    .set({ hash: null, created_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .where('hash', 'is not', null)
    .execute())

export interface CredentialState {
  /** Time of the revocation if `revoked` is true, otherwise time of creation. */
  at: Date
  revoked: boolean
}

/** Returns credentials by device id. Devices that never had a credential are omitted. */
export async function findCredentials(
  db: Kysely<Tables>,
  deviceIds: readonly string[],
): Promise<Map<string, CredentialState>> {
  const rows = await db
    .selectFrom('device_credential')
    .select(['device_id', 'created_at', sql<boolean>`hash is null`.as('revoked')])
    .where('device_id', 'in', deviceIds)
    .execute()
  return new Map(rows.map(({ device_id, created_at: at, revoked }) => [device_id, { at, revoked }]))
}
