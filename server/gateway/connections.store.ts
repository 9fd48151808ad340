import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import { recordAudits } from '../core/audit.ts'
import { emitIfRequested } from '../core/events/emit.ts'
import { newId } from '../core/id.ts'
import { amongTenants, lockEach } from '../db/citus/distributed.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { ofDevice } from '../devices/audit.ts'
import { deviceEvent } from '../devices/events.ts'
import { publishDevices, publishToGateways } from '../devices/live.ts'
import { addRefusals, type RefusalReason } from '../devices/refusals/store.ts'
import { emitStatus } from '../devices/store.ts'
import { findTenantsOf } from '../devices/tenancy/claims.ts'
import { connects, type DeviceAccess, faultOf, findKnown, lockKnown } from './known.ts'

/** A connection attempt of a device. `address` is the location of the IP address as text. */
export interface Attempt {
  id: string
  password: string
  clientId: string
  connectionId: string
  ip: string
  address: string | null
}

/**
 * `credential` means that the device is unknown, or that its password or client id is wrong. `status` means
 * that the status of the device does not allow a connection. `reason` is set if the device exists.
 */
export type Outcome = { accepted: Buffer } | { refused: 'credential' | 'status'; reason?: RefusalReason }

/**
 * Marks permitted devices as online. Locks only the rows of these devices, in a fixed order. The number of
 * statements does not depend on the number of devices. `nodeId` is the id of the server that holds the
 * connections.
 */
export async function connect(tx: Tx, nodeId: string, attempts: readonly Attempt[]): Promise<Outcome[]> {
  const known = new Map<string, DeviceAccess>()
  // Locks in two rounds. While a device is being moved to another organization, a statement that waits for
  // the lock misses the new row of the device. The second round finds that row.
  for (let round = 0; round < 2; round += 1) {
    const ids = [...new Set(attempts.map(({ id }) => id))].filter((id) => !known.has(id))
    if (!ids.length) break
    const rows = await lockKnown(tx, ids)
    for (const row of rows) known.set(row.id, row)
  }
  const refusals: Parameters<typeof addRefusals>[1][number][] = []
  const outcomes = attempts.map((attempt): Outcome => {
    const row = known.get(attempt.id)
    if (!row) return { refused: 'credential' }
    const reason = faultOf(row, attempt)
    if (!reason) return { accepted: required(row.hash, 'hash') }
    const { ip, address } = attempt
    refusals.push({ tenant_id: row.tenant_id, device_id: row.id, reason, ip, address })
    return { refused: isOfStatus(reason) ? 'status' : 'credential', reason }
  })
  await addRefusals(tx, refusals)
  // If a device has several attempts in this batch, the last one replaces the others.
  const accepted = new Map(
    attempts
      .filter((_, index) => 'accepted' in required(outcomes[index], 'item of outcomes'))
      .map((attempt) => [attempt.id, { attempt, row: required(known.get(attempt.id), 'item of known') }]),
  )
  if (accepted.size) await writeConnected(tx, nodeId, [...accepted.values()])
  return outcomes.map((outcome, index) => {
    const attempt = required(attempts[index], 'item of attempts')
    const replaced =
      'accepted' in outcome && required(accepted.get(attempt.id), 'item of accepted').attempt !== attempt
    return replaced ? { refused: 'status' } : outcome
  })
}

const isOfStatus = (reason: RefusalReason): boolean =>
  reason === 'SUSPENDED' || reason === 'EXPIRED' || reason === 'RETIRED'

async function writeConnected(
  tx: Tx,
  nodeId: string,
  accepted: readonly { attempt: Attempt; row: DeviceAccess }[],
): Promise<void> {
  const rows = accepted.map(({ attempt, row }) => ({
    tenant_id: row.tenant_id,
    id: row.id,
    connection_id: attempt.connectionId,
    ip: attempt.ip,
    address: attempt.address,
  }))
  const again = accepted.filter(({ row }) => row.online).map(({ row }) => row)
  await endHistory(tx, again)
  await sql`
    update device_presence as presence set
      last_ip = presence.ip, last_address = presence.address, last_connected_at = presence.connected_at,
      ip = fresh.ip, address = fresh.address, connected_at = now(),
      refused_at = null, refused_reason = null,
      online = true, node_id = ${nodeId}, connection_id = fresh.connection_id, seen_at = 'infinity'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as fresh(tenant_id uuid, id text, connection_id uuid, ip text, address text)
    where presence.tenant_id = fresh.tenant_id and presence.id = fresh.id
      and ${amongTenants('presence.tenant_id', rows)}`.execute(tx)
  await tx
    .insertInto('device_connection')
    .values(
      rows.map(({ tenant_id, id, connection_id, ip, address }) => ({
        tenant_id,
        device_id: id,
        id: connection_id,
        ip,
        address,
      })),
    )
    .execute()
  const first = accepted.filter(({ row }) => row.status === 'PRODUCED')
  if (first.length) await activate(tx, first)
  await emitIfRequested(
    tx,
    accepted.filter(({ row }) => !row.online).map(({ row }) => deviceEvent('device.online', row)),
  )
  await publishDevices(tx, rows)
  // These devices were still online. Their previous connections may be held by other servers, which must
  // close them.
  if (again.length)
    await publishToGateways(
      tx,
      again.map(({ id }) => id),
    )
}

async function activate(tx: Tx, first: readonly { attempt: Attempt; row: DeviceAccess }[]): Promise<void> {
  await sql`
    update device set status = 'ACTIVE', modified_at = now()
    where (tenant_id, id) in (select * from unnest(
      ${first.map(({ row }) => row.tenant_id)}::uuid[], ${first.map(({ row }) => row.id)}::text[]))`.execute(
    tx,
  )
  await emitStatus(
    tx,
    first.map(({ row }) => ({ before: row, after: { ...row, status: 'ACTIVE' } })),
  )
  await recordAudits(
    tx,
    first.map(({ attempt, row }) => ({
      ...ofDevice(row),
      actorId: null,
      action: 'ActivateDevice',
      ip: attempt.ip,
      success: true,
      changes: { status: ['PRODUCED', 'ACTIVE'] },
    })),
  )
}

type HeldConnection = Pick<DeviceAccess, 'tenant_id' | 'id' | 'connection_id'>

/**
 * Locks and returns the connections that match a condition, in a fixed order. Includes only connections of
 * the devices in `ids`, or of at most `most` devices.
 */
async function lockHeld(
  tx: Tx,
  condition: RawBuilder<SqlBool>,
  among: { ids: readonly string[] } | { most: number },
): Promise<HeldConnection[]> {
  const matching = tx
    .selectFrom('device_presence')
    .select(['tenant_id', 'id', 'connection_id'])
    .where('online', '=', true)
    .where(condition)
    .orderBy('id')
  const tenants =
    'ids' in among
      ? await findTenantsOf(tx, among.ids)
      : new Map((await matching.limit(among.most).execute()).map(({ id, tenant_id }) => [id, tenant_id]))
  return lockEach(tx, tenants, (isIn) => matching.where(isIn('device_presence')).forUpdate().execute())
}

/** Marks the devices of ended connections as offline. A device that has connected again stays online. */
export async function disconnect(
  tx: Tx,
  ended: readonly { id: string; connectionId: string }[],
): Promise<void> {
  const connections = sql<SqlBool>`connection_id = any(${ended.map(({ connectionId }) => connectionId)}::uuid[])`
  const lock = () => lockHeld(tx, connections, { ids: ended.map(({ id }) => id) })
  const held = await lock()
  await goOffline(tx, held, sql<Date>`now()`)
  // A second round finds the rows of devices that were being moved, as in connect().
  if (held.length < ended.length) await goOffline(tx, await lock(), sql<Date>`now()`)
}

/** Marks devices as disconnected from an external broker. */
export async function disconnectFrom(tx: Tx, nodeId: string, ids: readonly string[]): Promise<void> {
  await goOffline(tx, await lockHeld(tx, sql`node_id = ${nodeId}`, { ids }), sql<Date>`now()`)
}

/**
 * Marks devices as online that an external broker reports as connected, with their last known IP address and
 * location. Returns the devices that must be disconnected.
 */
export async function resume(tx: Tx, nodeId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await lockKnown(tx, ids)
  const back = rows.filter((row) => !row.online && row.ip !== null && mayStay(row))
  const accepted = back.map((row) => ({
    attempt: {
      id: row.id,
      password: '',
      clientId: row.id,
      connectionId: newId(),
      ip: required(row.ip, 'ip'),
      address: row.address,
    },
    row,
  }))
  if (accepted.length) await writeConnected(tx, nodeId, accepted)
  const staying = new Set(rows.filter(mayStay).map(({ id }) => id))
  return ids.filter((id) => !staying.has(id))
}

/**
 * Returns the devices that must be disconnected from the external broker, because they are unknown or no
 * longer permitted to connect.
 */
export async function findBarred(
  db: Kysely<Tables>,
  nodeId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await findKnown(db, ids)
  const spared = new Set(
    rows.filter((row) => row.node_id !== nodeId || !row.online || mayStay(row)).map(({ id }) => id),
  )
  return ids.filter((id) => !spared.has(id))
}

/** Whether the device is still permitted to connect with the credential that its connection uses. */
const mayStay = (row: DeviceAccess): boolean =>
  connects(row) &&
  row.hash !== null &&
  row.credential_at !== null &&
  (row.connected_at === null || row.credential_at <= row.connected_at)

/**
 * Marks the devices of up to 500 connections of a server as offline and returns the number of connections.
 * `seenAt` is the time of the server's last heartbeat.
 */
export async function disconnectNode(tx: Tx, nodeId: string, seenAt: Date | null): Promise<number> {
  const held = await lockHeld(tx, sql`node_id = ${nodeId}`, { most: 500 })
  await goOffline(tx, held, seenAt ? sql<Date>`${seenAt}::timestamptz` : sql<Date>`now()`)
  return held.length
}

async function goOffline(
  tx: Tx,
  held: readonly HeldConnection[],
  at: ReturnType<typeof sql<Date>>,
): Promise<void> {
  if (!held.length) return
  await endHistory(tx, held)
  await sql`
    update device_presence set online = false, node_id = null, seen_at = ${at}
    where ${amongTenants('tenant_id', held)} and (tenant_id, id) in (select * from unnest(
      ${held.map(({ tenant_id }) => tenant_id)}::uuid[], ${held.map(({ id }) => id)}::text[]))`.execute(tx)
  await emitIfRequested(
    tx,
    held.map((device) => deviceEvent('device.offline', device)),
  )
  await publishDevices(tx, held)
}

async function endHistory(tx: Tx, held: readonly HeldConnection[]): Promise<void> {
  if (!held.length) return
  await sql`
    update device_connection set disconnected_at = now()
    where disconnected_at is null and ${amongTenants('tenant_id', held)}
      and (tenant_id, device_id, id) in (select * from unnest(
      ${held.map(({ tenant_id }) => tenant_id)}::uuid[], ${held.map(({ id }) => id)}::text[],
      ${held.map(({ connection_id }) => connection_id)}::uuid[]))`.execute(tx)
}

/**
 * Returns the ids of connections that must be closed, because the device is no longer permitted to connect,
 * has a new credential, or has connected to another server.
 */
export async function findUnwanted(
  db: Kysely<Tables>,
  held: readonly { id: string; connectionId: string; hash: Buffer }[],
): Promise<Set<string>> {
  const rows = await findKnown(
    db,
    held.map(({ id }) => id),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const wanted = ({ id, connectionId, hash }: (typeof held)[number]): boolean => {
    const row = known.get(id)
    return (
      row !== undefined && connects(row) && row.connection_id === connectionId && !!row.hash?.equals(hash)
    )
  }
  return new Set(held.filter((each) => !wanted(each)).map(({ connectionId }) => connectionId))
}
