import { sql } from 'kysely'
import { deviceEvent, emit, type NewEvent } from '../../core/events/emit.ts'
import { noTenant } from '../../core/id.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { countTenantDevices } from '../../tenants/device-count.ts'
import { type DeviceRow, tenantIdOrNull } from '../store.ts'

interface Move {
  device: DeviceRow
  tenantId: string
}

/**
 * To another organization, whose row and its own one's are locked. Where it was connected, and refused, and the samples of its
 * numbers stay with the old one; a connection that is open goes on in the new one.
 */
export const moveDevice = (tx: Tx, device: DeviceRow, tenantId: string): Promise<void> =>
  moveDevices(tx, [{ device, tenantId }])

/** What goes along, all but what the database makes of it. */
const columnsOf = (columns: Record<string, true>) => Object.keys(columns)
const moving = {
  device: columnsOf({
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
    info_at: true,
    created_at: true,
    modified_at: true,
  } satisfies Record<Exclude<keyof Tables['device'], 'tenant_id' | 'folded'>, true>),
  device_presence: columnsOf({
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
  } satisfies Record<
    Exclude<keyof Tables['device_presence'], 'tenant_id' | 'refused_at' | 'refused_reason'>,
    true
  >),
}

/** As moveDevice, each to its own. */
export async function moveDevices(tx: Tx, moves: readonly Move[]): Promise<void> {
  const rows = JSON.stringify(
    moves.map(({ device: { id, tenant_id }, tenantId }) => ({ id, source: tenant_id, goal: tenantId })),
  )
  const wanted = sql`jsonb_to_recordset(${rows}::jsonb) as move(id text, source uuid, goal uuid)`
  // Deleted and inserted: the organization is part of the key by which rows are spread over servers.
  for (const [table, columns] of Object.entries(moving)) {
    const own = sql.join(columns.map((each) => sql.ref(each)))
    await sql`
      with gone as (
        delete from ${sql.table(table)} as old using ${wanted}
        where old.tenant_id = move.source and old.id = move.id
        returning move.goal, ${sql.join(columns.map((each) => sql.ref(`old.${each}`)))})
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
