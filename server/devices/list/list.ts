import { type Kysely, sql } from 'kysely'
import { rowCount } from '../../core/counts/counts.ts'
import type { SortKey } from '../../core/cursor.ts'
import { isId } from '../../core/id.ts'
import { type Page, readPage } from '../../core/page.ts'
import { isDistributed } from '../../db/citus/distributed.ts'
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

/** Each has an index over all organizations and one within an organization. */
const keys: Record<DeviceSort, readonly SortKey[]> = {
  CREATED: [
    { value: sql.ref('device.created_at'), type: 'timestamptz', order: 'desc' },
    text('device.id', 'desc'),
  ],
  // Those online first.
  LAST_SEEN: [
    { value: sql.ref('presence.seen_at'), type: 'timestamptz', order: 'desc' },
    text('presence.id', 'desc'),
  ],
  // Those without a date last.
  EXPIRED_DATE: [
    {
      value: expiry,
      type: 'timestamptz',
      order: 'asc',
    },
    text('device.id', 'asc'),
  ],
}

/** Devices, newest first unless told otherwise. */
export async function listDevices(db: Kysely<Tables>, asked: DeviceFilter): Promise<Page<DeviceRow>> {
  const filter = await withTenants(db, isDistributed(db) ? await placed(db, asked) : asked)
  const { tenantId } = filter
  const sort = filter.sort ?? 'CREATED'
  return readPage(db, filter, {
    name: `devices ${sort}`,
    from: filtered(db, filter),
    keys: keys[sort],
    rows: selectClaimed(db),
    ids: [sql.ref('device_claim.id')],
    load: isDistributed(db)
      ? (ids) =>
          tenantId == null ? findDevices(db, ids) : findPlaced(db, new Map(ids.map((id) => [id, tenantId])))
      : undefined,
    stored: { rows: countOf(filter), by: ['tenantId', 'tenantIds', 'areaId', 'statusSet', 'connectStatus'] },
    search: searchFor(db, filter),
  })
}

/** A province is one of organizations. */
async function withTenants(db: Kysely<Tables>, filter: DeviceFilter): Promise<DeviceFilter> {
  if (!filter.areaId) return filter
  const { rows } = await sql<{ id: string }>`
    select id from tenant where not personal and areas -> 0 ->> 'id' = ${filter.areaId}`.execute(db)
  return { ...filter, tenantIds: rows.map(({ id }) => id) }
}

/** One device's shard is known by its claim. */
const placed = async (db: Kysely<Tables>, filter: DeviceFilter): Promise<DeviceFilter> =>
  filter.id == null || !isDeviceId(filter.id) || filter.tenantId != null
    ? filter
    : { ...filter, tenantId: (await findTenantOf(db, filter.id)) ?? null }

/** The number where it is kept: by status, or by whether they are connected; of a province that of its organizations. */
function countOf({ tenantId, tenantIds, statusSet, connectStatus }: DeviceFilter) {
  if (tenantIds && tenantId != null) return
  if ((tenantId != null && !isId(tenantId)) || (connectStatus && statusSet)) return
  const all = rowCount({ list: 'device', scope: tenantId, scopes: tenantIds, kinds: statusSet })
  const online = rowCount({ list: 'device_online', scope: tenantId, scopes: tenantIds })
  if (!connectStatus) return all
  return connectStatus === 'ONLINE' ? online : sql<number>`(${all} - ${online})`
}
