import { type Kysely, sql } from 'kysely'
import { rowCount } from '../../core/counts/counts.ts'
import type { SortKey } from '../../core/cursor.ts'
import { isId } from '../../core/id.ts'
import { type Page, readPage } from '../../core/page.ts'
import type { Tables } from '../../db/tables.ts'
import { isDeviceId } from '../input.ts'
import { type DeviceRow, findDevices, findPlaced, selectClaimed } from '../store.ts'
import { findTenantOf } from '../tenancy/claims.ts'
import { type DeviceFilter, type DeviceSort, expiry, filtered } from './filter.ts'
import { searchFor } from './search.ts'

const text = (column: string, order: 'asc' | 'desc'): SortKey => ({
  value: sql.ref(column),
  type: 'text',
  order,
})

/**
 * Sort keys of the list. Each sort order has one index over all organizations and one within an organization.
 */
const keys: Record<DeviceSort, readonly SortKey[]> = {
  CREATED: [
    { value: sql.ref('device.created_at'), type: 'timestamptz', order: 'desc' },
    text('device.id', 'desc'),
  ],
  // Online devices come first.
  LAST_SEEN: [
    { value: sql.ref('presence.seen_at'), type: 'timestamptz', order: 'desc' },
    text('presence.id', 'desc'),
  ],
  // Devices without an expiry date come last.
  EXPIRED_DATE: [
    {
      value: expiry,
      type: 'timestamptz',
      order: 'asc',
    },
    text('device.id', 'asc'),
  ],
}

/** Lists devices, newest first by default. */
export async function listDevices(db: Kysely<Tables>, input: DeviceFilter): Promise<Page<DeviceRow>> {
  const filter = await withTenants(db, await withShard(db, input))
  const { tenantId } = filter
  const sort = filter.sort ?? 'CREATED'
  return readPage(db, filter, {
    name: `devices ${sort}`,
    from: filtered(db, filter),
    keys: keys[sort],
    rows: selectClaimed(db),
    ids: [sql.ref('device_claim.id')],
    load: (ids) =>
      tenantId == null ? findDevices(db, ids) : findPlaced(db, new Map(ids.map((id) => [id, tenantId]))),
    stored: { rows: countOf(filter), by: ['tenantId', 'tenantIds', 'areaId', 'statusSet', 'connectStatus'] },
    search: searchFor(db, filter),
  })
}

/** Replaces the filter's province with the ids of the organizations in the province. */
async function withTenants(db: Kysely<Tables>, filter: DeviceFilter): Promise<DeviceFilter> {
  if (!filter.areaId) return filter
  const { rows } = await sql<{ id: string }>`
    select id from tenant where not personal and areas -> 0 ->> 'id' = ${filter.areaId}`.execute(db)
  return { ...filter, tenantIds: rows.map(({ id }) => id) }
}

/**
 * If the filter contains a device id, adds the organization of that device, because the organization
 * determines the shard.
 */
const withShard = async (db: Kysely<Tables>, filter: DeviceFilter): Promise<DeviceFilter> =>
  filter.id == null || !isDeviceId(filter.id) || filter.tenantId != null
    ? filter
    : { ...filter, tenantId: (await findTenantOf(db, filter.id)) ?? null }

/**
 * Returns a query that reads the number of matching devices from the stored counts, summed over the
 * organizations of a province if necessary. Counts are stored by status and by connection state. Returns
 * undefined if the filter combines both or if no counts match it.
 */
function countOf({ tenantId, tenantIds, statusSet, connectStatus }: DeviceFilter) {
  if (tenantIds && tenantId != null) return
  if ((tenantId != null && !isId(tenantId)) || (connectStatus && statusSet)) return
  const all = rowCount({ list: 'device', scope: tenantId, scopes: tenantIds, kinds: statusSet })
  const online = rowCount({ list: 'device_online', scope: tenantId, scopes: tenantIds })
  if (!connectStatus) return all
  return connectStatus === 'ONLINE' ? online : sql<number>`(${all} - ${online})`
}
