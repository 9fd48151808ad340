import { type Kysely, type SqlBool, sql } from 'kysely'
import { expiryNotices } from '../../contract/events.ts'
import { recordAudits } from '../core/audit.ts'
import { foldCounts } from '../core/counts/counts.ts'
import { emit } from '../core/events/emit.ts'
import { chunks } from '../core/list-import.ts'
import { isOneOf, lockEach, unflattened } from '../db/citus/distributed.ts'
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

/** Expires devices and emits expiry events. Called every minute. */
export async function sweepDevices(db: Database): Promise<void> {
  await expireDevices(db)
  await db.transaction(emitExpiring)
  await foldCounts(db)
  await recordOnline(db.query)
}

/**
 * Sets devices to EXPIRED whose expiry date has passed. Works in small batches, so that few rows are locked
 * at a time.
 */
export async function expireDevices(db: Database): Promise<void> {
  while (await db.transaction(expireSome));
}

/**
 * Expires one batch of devices. Returns false if no more devices are due. Devices that another transaction
 * has locked are expired in the next minute.
 */
async function expireSome(tx: Tx): Promise<boolean> {
  const { rows, more } = await markExpired(tx)
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
  return more
}

type ExpiredRow = Pick<DeviceRow, 'tenant_id' | 'id'> & { status_before: 'PRODUCED' | 'ACTIVE' }

/** Sets up to one batch of devices to EXPIRED. `more` is true if the batch was full. */
async function markExpired(tx: Tx): Promise<{ rows: readonly ExpiredRow[]; more: boolean }> {
  const expired = sql<SqlBool>`expired_at <= now() and status in ('PRODUCED', 'ACTIVE')`
  const due = await tx
    .selectFrom('device')
    .select(['tenant_id', 'id'])
    .where(expired)
    .orderBy('expired_at')
    .limit(batch)
    .execute()
  const tenants = new Map(due.map(({ id, tenant_id }) => [id, tenant_id]))
  const locked = await lockEach(tx, tenants, (isIn) =>
    tx
      .selectFrom('device')
      .select(['tenant_id', 'id'])
      .where(isIn('device'))
      .where(expired)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute(),
  )
  if (!locked.length) return { rows: [], more: false }
  const { rows } = await sql<ExpiredRow>`
    update device set status = 'EXPIRED', status_before = status, modified_at = now()
    where ${isOneOf('device', new Map(locked.map(({ id, tenant_id }) => [id, tenant_id])))}
    returning tenant_id, id, status_before`.execute(tx)
  return { rows, more: due.length === batch }
}

/**
 * Emits events 30, 7 and 1 days before expiry, once each, for devices that crossed the threshold since the
 * last run. If a new expiry date is already closer than a threshold, that threshold emits no event.
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
 * Returns the devices that have crossed a threshold since the last run. Each threshold has its own subquery,
 * so that PostgreSQL uses the index. A flattened query would scan all devices, which takes nine seconds with
 * ten million devices.
 */
export async function findExpiring(db: Kysely<Tables>) {
  const { rows } = await sql<Pick<DeviceRow, 'tenant_id' | 'id' | 'expired_at'> & { days: number }>`
    select tenant_id, id, expired_at, days
    from unnest(${[...expiryNotices]}::integer[]) as days cross join lateral (
      select tenant_id, id, expired_at from device
      where status in ('PRODUCED', 'ACTIVE') and expired_at <= now() + make_interval(days => days)
        and expired_at > (select until from device_expiry_told) + make_interval(days => days)
        ${unflattened(db)}
    ) as device
    order by expired_at`.execute(db)
  return rows
}

/**
 * Deletes data that is too old for any page to show: connections after 90 days, refusals after 30 days,
 * samples after a day, and hourly peaks after 60 days.
 */
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
