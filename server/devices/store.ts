import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { DeviceStatus } from '../../contract/states.ts'
import { deviceEvent, emit, type NewEvent } from '../core/events/emit.ts'
import { noTenant } from '../core/id.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { countTenantDevices } from '../tenants/device-count.ts'

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
  >

/** Devices with their connections. */
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
    ])
    .$castTo<DeviceRow>()

/** Devices by their claims, which have an index over all organizations. */
export const selectClaimed = (db: Reader) =>
  selectDevices(db).innerJoin('device_claim', (join) =>
    join.onRef('device_claim.tenant_id', '=', 'device.tenant_id').onRef('device_claim.id', '=', 'device.id'),
  )

const claimed = (db: Reader, ids: readonly string[]) =>
  selectClaimed(db).where(sql<boolean>`device_claim.id = any(${[...ids]}::text[])`)

export async function findDevices(db: Reader, ids: readonly string[]): Promise<Map<string, DeviceRow>> {
  const rows = await claimed(db, ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locked in one order, so that two calls over the same devices wait for one another and not both. */
export const lockDevices = (tx: Tx, ids: readonly string[]): Promise<DeviceRow[]> =>
  claimed(tx, ids).orderBy('device.id').forUpdate(['device', 'presence']).execute()

export const lockDevice = async (tx: Tx, id: string): Promise<DeviceRow | undefined> =>
  (await lockDevices(tx, [id]))[0]

export const findTenantOf = async (db: Reader, id: string): Promise<string | undefined> =>
  (await db.selectFrom('device_claim').select('tenant_id').where('id', '=', id).executeTakeFirst())?.tenant_id

type NewDevice = Omit<Insertable<Tables['device']>, 'modified_at' | 'status_before'>

/**
 * With their claims and connections; the organizations' rows are locked. Those whose id was taken meanwhile are
 * left out: the ids of the others.
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

/** The row as it then is. */
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

/** Of those whose status is another one. */
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

/** Names, dates and statuses of many, as they are to be. */
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

/** By device: the organization that it is in, without those that do not exist. */
export async function findTenantsOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('device_claim')
    .select(['id', 'tenant_id'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.tenant_id]))
}

export const readDevice = (tx: Reader, id: string): Promise<DeviceRow> =>
  claimed(tx, [id]).executeTakeFirstOrThrow()

interface Move {
  device: DeviceRow
  tenantId: string
}

/**
 * To another organization, whose row and its own one's are locked. Where it was connected stays with the old one; a
 * connection that is open goes on in the new one.
 */
export const moveDevice = (tx: Tx, device: DeviceRow, tenantId: string): Promise<void> =>
  moveDevices(tx, [{ device, tenantId }])

/** What is written of them, all but what the database makes of it. */
const columnsOf = (columns: Record<string, true>) =>
  sql.join(Object.keys(columns).map((each) => sql.ref(each)))
const moving = {
  device: columnsOf({
    tenant_id: true,
    id: true,
    name: true,
    contact_name: true,
    contact_mobile_phone: true,
    business_man: true,
    customer_name: true,
    specification: true,
    produced_at: true,
    expired_at: true,
    status: true,
    status_before: true,
    config: true,
    version_map: true,
    info_map: true,
    created_at: true,
    modified_at: true,
  } satisfies Record<Exclude<keyof Tables['device'], 'folded'>, true>),
  device_presence: columnsOf({
    tenant_id: true,
    id: true,
    online: true,
    seen_at: true,
    node_id: true,
    connection_id: true,
    connected_at: true,
    ip: true,
    address: true,
    last_connected_at: true,
    last_ip: true,
    last_address: true,
  } satisfies Record<keyof Tables['device_presence'], true>),
}

/** As moveDevice, each to its own. */
export async function moveDevices(tx: Tx, moves: readonly Move[]): Promise<void> {
  const rows = JSON.stringify(
    moves.map(({ device: { id, tenant_id }, tenantId }) => ({ id, source: tenant_id, goal: tenantId })),
  )
  const wanted = sql`jsonb_to_recordset(${rows}::jsonb) as move(id text, source uuid, goal uuid)`
  // Deleted and inserted: the organization is part of the key by which rows are spread over servers.
  for (const [table, columns] of Object.entries(moving)) {
    await sql`
      with gone as (
        delete from ${sql.table(table)} as old using ${wanted}
        where old.tenant_id = move.source and old.id = move.id returning old as row, move.goal)
      insert into ${sql.table(table)} (${columns})
      select ${columns} from gone, jsonb_populate_record(row, jsonb_build_object('tenant_id', goal::text))`.execute(
      tx,
    )
  }
  await sql`
    with ended as (
      update device_connection as old set disconnected_at = now() from ${wanted}
      where old.tenant_id = move.source and old.device_id = move.id and old.disconnected_at is null
      returning move.goal, old.device_id, old.id, old.ip, old.address)
    insert into device_connection (tenant_id, device_id, id, ip, address)
    select goal, device_id, id, ip, address from ended
    on conflict (tenant_id, device_id, id) do update set disconnected_at = null`.execute(tx)
  await sql`
    update device_claim set tenant_id = move.goal from ${wanted} where device_claim.id = move.id`.execute(tx)
  const changes = new Map<string, number>()
  for (const { device, tenantId } of moves) {
    changes.set(device.tenant_id, (changes.get(device.tenant_id) ?? 0) - 1)
    changes.set(tenantId, (changes.get(tenantId) ?? 0) + 1)
  }
  for (const [tenantId, change] of changes) await countTenantDevices(tx, tenantId, change)
  await emit(tx, moves.flatMap(movedEvents))
}

/** Each of two organizations is told without the other. */
const movedEvents = ({ device: { id, tenant_id }, tenantId }: Move): NewEvent[] => [
  ...toOrganization(id, tenant_id, 'left'),
  ...toOrganization(id, tenantId, 'joined'),
  {
    ...deviceEvent(
      'device.moved',
      { id, tenant_id: tenantId },
      { formerTenantId: tenantIdOrNull(tenant_id) },
    ),
    tenantId: noTenant,
  },
]

const toOrganization = (id: string, tenant_id: string, direction: 'left' | 'joined'): NewEvent[] =>
  tenant_id === noTenant
    ? []
    : [{ ...deviceEvent('device.moved', { id, tenant_id }, { direction }), platform: false }]

/** With everything that hangs on it; its organization's row is locked. */
export async function deleteDevice(tx: Tx, device: DeviceRow): Promise<void> {
  const { tenant_id, id } = device
  await tx.deleteFrom('device').where('tenant_id', '=', tenant_id).where('id', '=', id).execute()
  await tx.deleteFrom('device_presence').where('tenant_id', '=', tenant_id).where('id', '=', id).execute()
  await tx.deleteFrom('device_connection').where('device_id', '=', id).execute()
  await tx.deleteFrom('device_credential').where('device_id', '=', id).execute()
  await tx.deleteFrom('device_claim').where('id', '=', id).execute()
  await countTenantDevices(tx, tenant_id, -1)
}

export const tenantIdOrNull = (tenantId: string): string | null => (tenantId === noTenant ? null : tenantId)
