import { type RawBuilder, sql } from 'kysely'
import { emit, type NewEvent } from '../../core/events/emit.ts'
import { noTenant } from '../../core/id.ts'
import type { Tx } from '../../db/open.ts'
import { columnNames } from '../../db/tables.ts'
import { countTenantDevices } from '../../tenants/device-count.ts'
import { deviceEvent } from '../events.ts'
import { type DeviceRow, tenantIdOrNull } from '../store.ts'

/**
 * Selects which values of the former organization the device retains. All other values of that organization
 * are cleared.
 */
export interface Keep {
  contact?: boolean | null | undefined
  config?: boolean | null | undefined
}

interface Move {
  device: DeviceRow
  tenantId: string
  keep?: Keep
}

/** Returns the device without its contact and configuration, unless `keep` retains them. */
export function withoutOwn(device: DeviceRow, { contact, config }: Keep = {}): DeviceRow {
  // A device without an organization has no values that must be hidden from its new organization.
  if (device.tenant_id === noTenant) return device
  return {
    ...device,
    ...(!contact && { contact_name: null, contact_mobile_phone: null }),
    ...(!config && { config: {} }),
  }
}

/**
 * Moves a device to another organization. Both organizations' rows must be locked. Past connections, refusals
 * and samples stay with the former organization. Contact and configuration are cleared unless `keep` retains
 * them. The device stays connected.
 */
export const moveDevice = (tx: Tx, move: Move): Promise<void> => moveDevices(tx, [move])

/**
 * Returns the columns of a table that are copied when a device moves. Excludes generated columns and columns
 * that start empty.
 */
const columnsOf = (table: 'device' | 'device_presence', excluded: readonly string[]) =>
  columnNames[table].split(' ').filter((column) => !excluded.includes(column))
const moving = {
  device: columnsOf('device', ['tenant_id', 'folded']),
  device_presence: columnsOf('device_presence', ['tenant_id', 'refused_at', 'refused_reason']),
}

/** SQL expressions for the columns that are cleared unless the move retains them. */
const cleared: Record<string, RawBuilder<unknown>> = {
  contact_name: sql`case when move.contact then old.contact_name end as contact_name`,
  contact_mobile_phone: sql`case when move.contact then old.contact_mobile_phone end as contact_mobile_phone`,
  config: sql`case when move.config then old.config else '{}' end as config`,
}

/** Like moveDevice, but for several devices. Each has its own target organization. */
export async function moveDevices(tx: Tx, moves: readonly Move[]): Promise<void> {
  const rows = JSON.stringify(
    moves.map(({ device: { id, tenant_id }, tenantId, keep }) => ({
      ...{ id, source: tenant_id, goal: tenantId },
      contact: tenant_id === noTenant || keep?.contact === true,
      config: tenant_id === noTenant || keep?.config === true,
    })),
  )
  const wanted = sql`jsonb_to_recordset(${rows}::jsonb)
    as move(id text, source uuid, goal uuid, contact boolean, config boolean)`
  // Deletes and reinserts the rows, because the organization is the distribution column, which Citus does not
  // allow to change.
  for (const [table, columns] of Object.entries(moving)) {
    const own = sql.join(columns.map((each) => sql.ref(each)))
    await sql`
      with gone as (
        delete from ${sql.table(table)} as old using ${wanted}
        where old.tenant_id = move.source and old.id = move.id
        returning move.goal, ${sql.join(columns.map((each) => cleared[each] ?? sql.ref(`old.${each}`)))})
      insert into ${sql.table(table)} (tenant_id, ${own}) select goal, ${own} from gone`.execute(tx)
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

/**
 * Returns an event for each of the two organizations and one for the platform. The events for the
 * organizations do not mention the other organization.
 */
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
