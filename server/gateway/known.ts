import { type Kysely, type Selectable, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import { type DeviceStatus, deviceConnects } from '../../contract/states.ts'
import { isOneOf, lockEach } from '../db/citus/distributed.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { isCredential } from '../devices/credentials/store.ts'
import type { RefusalReason } from '../devices/refusals/store.ts'

type Reader = Kysely<Tables>

/** The data that determines whether a device can connect. */
export type DeviceAccess = Pick<
  Selectable<Tables['device_presence']>,
  'tenant_id' | 'id' | 'online' | 'node_id' | 'connection_id' | 'connected_at' | 'ip' | 'address'
> & {
  status: DeviceStatus
  passed: boolean
} & Credential

interface Credential {
  /**
   * Hash of the credential, or null if the device has no credential or the credential was revoked. After a
   * revocation, `credential_at` is the time of the revocation.
   */
  hash: Buffer | null
  credential_at: Date | null
}

const selectStates = (db: Reader) =>
  db
    .selectFrom('device')
    .innerJoin('device_presence as presence', (join) =>
      join.onRef('presence.tenant_id', '=', 'device.tenant_id').onRef('presence.id', '=', 'device.id'),
    )
    .select([
      'device.tenant_id',
      'device.id',
      'device.status',
      'presence.online',
      'presence.connection_id',
      'presence.connected_at',
      'presence.node_id',
      'presence.ip',
      'presence.address',
      sql<boolean>`coalesce(device.expired_at <= now(), false)`.as('passed'),
    ])

const selectCredentials = (db: Reader, ids: readonly string[]) =>
  db
    .selectFrom('device_claim as claim')
    .leftJoin('device_credential as credential', 'credential.device_id', 'claim.id')
    .select(['claim.id', 'claim.tenant_id', 'credential.hash', 'credential.created_at as credential_at'])
    .where('claim.id', '=', sql<string>`any(${[...ids]}::text[])`)

export const findKnown = (db: Reader, ids: readonly string[]): Promise<DeviceAccess[]> =>
  withCredentials(db, ids, (tenants) => selectStates(db).where(isOneOf('device', tenants)).execute())

/** Locks these devices in a fixed order, and returns the data that determines whether they can connect. */
export const lockKnown = (tx: Tx, ids: readonly string[]): Promise<DeviceAccess[]> =>
  withCredentials(tx, ids, (tenants) =>
    lockEach(tx, tenants, (isIn) =>
      selectStates(tx).where(isIn('device')).orderBy('device.id').forUpdate(['device', 'presence']).execute(),
    ),
  )

type State = Omit<DeviceAccess, keyof Credential | 'status'> & { status: string }

/**
 * Reads credentials and devices with separate statements, because Citus distributes the two tables by
 * different columns.
 */
async function withCredentials(
  db: Reader,
  ids: readonly string[],
  read: (tenants: Map<string, string>) => Promise<State[]>,
): Promise<DeviceAccess[]> {
  const claims = new Map((await selectCredentials(db, ids).execute()).map((row) => [row.id, row]))
  if (!claims.size) return []
  const states = await read(new Map([...claims.values()].map(({ id, tenant_id }) => [id, tenant_id])))
  return states.map((row) => {
    const { hash, credential_at } = required(claims.get(row.id), 'item of claims')
    return { ...row, status: row.status as DeviceStatus, hash, credential_at }
  })
}

/**
 * Whether the device is permitted to connect. The expiry date applies immediately, even before the status has
 * been updated.
 */
export const connects = ({ status, passed }: DeviceAccess): boolean => deviceConnects(status) && !passed

/**
 * Returns the reason for refusing the connection, or null if the connection is permitted. Checks the password
 * before the status, because a client without the password must not learn the status.
 */
export function faultOf(
  row: DeviceAccess,
  { password, clientId }: { password: string; clientId: string },
): RefusalReason | null {
  if (!row.hash) return row.credential_at ? 'CREDENTIAL_REVOKED' : 'CREDENTIAL_NONE'
  if (!isCredential(row.hash, row.id, password)) return 'PASSWORD'
  // The client id must equal the device id, so that a second connection of the device replaces the first.
  if (clientId !== row.id) return 'CLIENT_ID'
  if (connects(row)) return null
  return row.status === 'SUSPENDED' || row.status === 'RETIRED' ? row.status : 'EXPIRED'
}
