import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { DeviceStatus } from '../../contract/states.ts'
import { emit } from '../core/events/emit.ts'
import { noTenant } from '../core/id.ts'
import { isOneOf, lockEach } from '../db/citus/distributed.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { countTenantDevices } from '../tenants/device-count.ts'
import { deviceEvent } from './events.ts'
import { findTenantsOf } from './tenancy/claims.ts'

type Reader = Kysely<Tables>
type Presence = Selectable<Tables['device_presence']>

export type DeviceRow = Omit<Selectable<Tables['device']>, 'status' | 'status_before'> & {
  status: DeviceStatus
  status_before: 'PRODUCED' | 'ACTIVE' | null
} & Pick<
    Presence,
    | 'online'
    | 'ip'
    | 'address'
    | 'connected_at'
    | 'last_ip'
    | 'last_address'
    | 'last_connected_at'
    | 'seen_at'
    | 'refused_at'
    | 'refused_reason'
  >

/** Selects devices, joined with their connection states. */
const selectDevices = (db: Reader) =>
  db
    .selectFrom('device')
    .innerJoin('device_presence as presence', (join) =>
      join.onRef('presence.tenant_id', '=', 'device.tenant_id').onRef('presence.id', '=', 'device.id'),
    )
    .selectAll('device')
    .select([
      'presence.online',
      'presence.ip',
      'presence.address',
      'presence.connected_at',
      'presence.last_ip',
      'presence.last_address',
      'presence.last_connected_at',
      'presence.seen_at',
      'presence.refused_at',
      'presence.refused_reason',
    ])
    .$castTo<DeviceRow>()

/** Selects devices through the table device_claim, which has an index across all organizations. */
export const selectClaimed = (db: Reader) =>
  selectDevices(db).innerJoin('device_claim', (join) =>
    join.onRef('device_claim.tenant_id', '=', 'device.tenant_id').onRef('device_claim.id', '=', 'device.id'),
  )

export const findDevices = async (db: Reader, ids: readonly string[]): Promise<Map<string, DeviceRow>> =>
  findPlaced(db, await findTenantsOf(db, ids))

/** Returns the devices by id. `tenants` maps each device id to the id of its organization. */
export async function findPlaced(
  db: Reader,
  tenants: ReadonlyMap<string, string>,
): Promise<Map<string, DeviceRow>> {
  if (!tenants.size) return new Map()
  const rows = await selectDevices(db).where(isOneOf('device', tenants)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks and returns devices. They are locked in a fixed order, which prevents deadlocks between concurrent
 * calls.
 */
export const lockDevices = async (tx: Tx, ids: readonly string[]): Promise<DeviceRow[]> =>
  lockEach(tx, await findTenantsOf(tx, ids), (isIn) =>
    selectDevices(tx).where(isIn('device')).orderBy('device.id').forUpdate(['device', 'presence']).execute(),
  )

export const lockDevice = async (tx: Tx, id: string): Promise<DeviceRow | undefined> =>
  (await lockDevices(tx, [id]))[0]

type NewDevice = Omit<Insertable<Tables['device']>, 'modified_at' | 'status_before'>

/**
 * Inserts devices with their claims and connection states, and returns the inserted ids. Skips devices whose
 * id a concurrent transaction has taken. The organizations' rows must be locked.
 */
export async function insertDevices(tx: Tx, devices: readonly NewDevice[]): Promise<Set<string>> {
  const claims = await tx
    .insertInto('device_claim')
    .values(devices.map(({ tenant_id, id }) => ({ tenant_id, id })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const free = new Set(claims.map(({ id }) => id))
  const made = devices.filter(({ id }) => free.has(id))
  if (!made.length) return free
  await tx.insertInto('device').values(made).execute()
  await tx
    .insertInto('device_presence')
    .values(made.map(({ tenant_id, id }) => ({ tenant_id, id })))
    .execute()
  const numbers = new Map<string, number>()
  for (const { tenant_id } of made) numbers.set(tenant_id, (numbers.get(tenant_id) ?? 0) + 1)
  for (const [tenantId, number] of numbers) await countTenantDevices(tx, tenantId, number)
  await emit(
    tx,
    made.map((device) => deviceEvent('device.registered', device)),
  )
  return free
}

export type DeviceChange = Omit<Updateable<Tables['device']>, 'tenant_id' | 'id' | 'modified_at'>

/** Updates a device and returns the new row. */
export async function updateDevice(tx: Tx, device: DeviceRow, change: DeviceChange): Promise<DeviceRow> {
  await tx
    .updateTable('device')
    .set({ ...change, modified_at: sql<Date>`now()` })
    .where('tenant_id', '=', device.tenant_id)
    .where('id', '=', device.id)
    .execute()
  const after = await readDevice(tx, device.id)
  await emitStatus(tx, [{ before: device, after }])
  return after
}

/** Emits events about devices whose status has changed. */
export const emitStatus = (
  tx: Tx,
  changes: readonly {
    before: { status: string }
    after: { tenant_id: string; id: string; status: string }
  }[],
): Promise<void> =>
  emit(
    tx,
    changes
      .filter(({ before, after }) => before.status !== after.status)
      .map(({ before, after }) =>
        deviceEvent('device.status', after, { status: after.status, formerStatus: before.status }),
      ),
  )

/** Updates the descriptive columns, dates and statuses of several devices in one statement. */
export async function updateDevices(
  tx: Tx,
  changes: readonly { before: DeviceRow; after: DeviceRow }[],
): Promise<void> {
  const rows = JSON.stringify(changes.map(({ after: { config, version_map, info_map, ...after } }) => after))
  await sql`
    update device set
      name = change.name, contact_name = change.contact_name,
      contact_mobile_phone = change.contact_mobile_phone, business_man = change.business_man,
      customer_name = change.customer_name, specification = change.specification,
      produced_at = change.produced_at, expired_at = change.expired_at,
      status = change.status, status_before = change.status_before, modified_at = now()
    from jsonb_to_recordset(${rows}::jsonb) as change(
      tenant_id uuid, id text, name text, contact_name text, contact_mobile_phone text, business_man text,
      customer_name text, specification text, produced_at timestamptz, expired_at timestamptz, status text,
      status_before text)
    where device.tenant_id = change.tenant_id and device.id = change.id`.execute(tx)
  await emitStatus(tx, changes)
}

export async function readDevice(tx: Reader, id: string): Promise<DeviceRow> {
  const device = (await findDevices(tx, [id])).get(id)
  if (!device) throw new Error(`Device ${id} does not exist`)
  return device
}

/** Deletes a device with all rows that depend on it. The organization's row must be locked. */
export async function deleteDevice(tx: Tx, device: DeviceRow): Promise<void> {
  const { tenant_id, id } = device
  await tx.deleteFrom('device').where('tenant_id', '=', tenant_id).where('id', '=', id).execute()
  await tx.deleteFrom('device_presence').where('tenant_id', '=', tenant_id).where('id', '=', id).execute()
  await tx.deleteFrom('device_connection').where('device_id', '=', id).execute()
  await tx.deleteFrom('device_sample').where('device_id', '=', id).execute()
  await tx.deleteFrom('device_refusal').where('device_id', '=', id).execute()
  await tx.deleteFrom('device_credential').where('device_id', '=', id).execute()
  await tx.deleteFrom('device_claim').where('id', '=', id).execute()
  await countTenantDevices(tx, tenant_id, -1)
}

export const tenantIdOrNull = (tenantId: string): string | null => (tenantId === noTenant ? null : tenantId)
