import { type Kysely, sql } from 'kysely'
import { expiryNotices } from '../../contract/events.ts'
import { recordAudits } from '../core/audit.ts'
import { foldCounts } from '../core/counts/counts.ts'
import { emit } from '../core/events/emit.ts'
import { chunks } from '../core/list-import.ts'
import { isDistributed } from '../db/citus/distributed.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { ofDevice } from './audit.ts'
import { deviceEvent } from './events.ts'
import { publishDevices, publishToGateways } from './live.ts'
import { deleteOldOnline, recordOnline } from './online.ts'
import { deleteOldRefusals } from './refusals/store.ts'
import { deleteOldSamples } from './samples/store.ts'
import { type DeviceRow, emitStatus } from './store.ts'

const batch = 500

/** Runs every minute. */
export async function sweepDevices(db: Database): Promise<void> {
  await expireDevices(db)
  await db.transaction(emitExpiring)
  await foldCounts(db)
  await recordOnline(db.query)
}

/** Marks devices whose date has passed as EXPIRED, in batches that lock few rows. */
export async function expireDevices(db: Database): Promise<void> {
  try {
    while (await db.transaction(expireSome));
  } catch (error) {
    // Citus cannot skip locked rows, so a batch can end in a deadlock. The next run continues.
    if (!isDistributed(db.query) || (error as { code?: string }).code !== '40P01') throw error
  }
}

/** Returns false if no devices are left. Devices that are locked elsewhere are handled in the next minute. */
async function expireSome(tx: Tx): Promise<boolean> {
  const rows = await markExpired(tx)
  if (!rows.length) return false
  await recordAudits(
    tx,
    rows.map((row) => ({
      ...ofDevice(row),
      actorId: null,
      action: 'ExpireDevice',
      ip: null,
      success: true,
      changes: { status: [row.status_before, 'EXPIRED'] },
    })),
  )
  await emitStatus(
    tx,
    rows.map((row) => ({ before: { status: row.status_before }, after: { ...row, status: 'EXPIRED' } })),
  )
  await publishDevices(tx, rows)
  await publishToGateways(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length === batch
}

async function markExpired(tx: Tx) {
  const expired = sql`expired_at <= now() and status in ('PRODUCED', 'ACTIVE')`
  const due = sql`select tenant_id, id from device where ${expired} order by expired_at limit ${batch}`
  // Citus supports neither locking nor skipping rows across shards, so the update checks the condition again.
  const those = isDistributed(tx) ? sql`${due}) and ${expired}` : sql`${due} for update skip locked)`
  const { rows } = await sql<Pick<DeviceRow, 'tenant_id' | 'id'> & { status_before: 'PRODUCED' | 'ACTIVE' }>`
    update device set status = 'EXPIRED', status_before = status, modified_at = now()
    where (tenant_id, id) in (${those}
    returning tenant_id, id, status_before`.execute(tx)
  return rows
}

/**
 * Emits events 30, 7 and 1 days before expiry, once each, for devices that crossed the threshold since the
 * last run. A date that is set closer than a threshold is covered by the next threshold.
 */
export async function emitExpiring(tx: Tx): Promise<void> {
  await tx.selectFrom('device_expiry_told').select('until').forUpdate().execute()
  const rows = await findExpiring(tx)
  for (const part of chunks(rows))
    await emit(
      tx,
      part.map(({ days, expired_at, ...device }) =>
        deviceEvent('device.expiring', device, { days, expiredDate: expired_at }),
      ),
    )
  await tx.updateTable('device_expiry_told').set({ until: sql<Date>`greatest(until, now())` }).execute()
}

/**
 * OFFSET 0 makes PostgreSQL use the index for each threshold. Without it, the planner scans all devices,
 * which takes nine seconds with ten million devices. Citus does not push down OFFSET, but a shard contains
 * fewer devices.
 */
export async function findExpiring(db: Kysely<Tables>) {
  const { rows } = await sql<Pick<DeviceRow, 'tenant_id' | 'id' | 'expired_at'> & { days: number }>`
    select tenant_id, id, expired_at, days
    from unnest(${[...expiryNotices]}::integer[]) as days cross join lateral (
      select tenant_id, id, expired_at from device
      where status in ('PRODUCED', 'ACTIVE') and expired_at <= now() + make_interval(days => days)
        and expired_at > (select until from device_expiry_told) + make_interval(days => days)
        ${isDistributed(db) ? sql`` : sql`offset 0`}
    ) as device
    order by expired_at`.execute(db)
  return rows
}

/** Deletes connections older than 90 days and samples older than a day, which no page shows. */
export async function deleteOldConnections(db: Kysely<Tables>): Promise<void> {
  await deleteOldOnline(db)
  await deleteOldRefusals(db)
  await deleteOldSamples(db)
  await sql`
    delete from device_connection where (tenant_id, device_id, id) in (
      select tenant_id, device_id, id from device_connection
      where connected_at < now() - interval '90 days' and disconnected_at is not null limit 10000)`.execute(
    db,
  )
}
