import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DeviceStatus } from '../../../contract/states.ts'
import { phoneContains, phonePart } from '../../accounts/phones/search.ts'
import { rowCount } from '../../core/counts/counts.ts'
import { isId } from '../../core/id.ts'
import { type Page, type PageArguments, readPage, type SortKey } from '../../core/page.ts'
import type { Tables } from '../../db/tables.ts'
import { isDeviceId } from '../input.ts'
import { type DeviceRow, findDevices } from '../store.ts'

export const deviceSorts = ['CREATED', 'LAST_SEEN', 'EXPIRED_DATE'] as const
type DeviceSort = (typeof deviceSorts)[number]

interface DeviceFilter extends PageArguments {
  id?: string | null | undefined
  tenantId?: string | null | undefined
  minCreateDateTime?: Date | null | undefined
  maxCreateDateTime?: Date | null | undefined
  statusSet?: readonly DeviceStatus[] | null | undefined
  q?: string | null | undefined
  connectStatus?: 'ONLINE' | 'OFFLINE' | null | undefined
  maxExpiredDate?: Date | null | undefined
  sort?: DeviceSort | null | undefined
}

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
      value: sql`coalesce(device.expired_at, 'infinity'::timestamptz)`,
      type: 'timestamptz',
      order: 'asc',
    },
    text('device.id', 'asc'),
  ],
}

/** Devices, newest first unless told otherwise. */
export function listDevices(db: Kysely<Tables>, filter: DeviceFilter): Promise<Page<DeviceRow>> {
  const sort = filter.sort ?? 'CREATED'
  return readPage(db, filter, {
    name: `devices ${sort}`,
    from: filtered(db, filter),
    keys: keys[sort],
    rows: (ids) => findDevices(db, ids),
    counted: countOf(filter),
  })
}

/** The number where it is kept: by status, or by whether they are connected. */
function countOf({ tenantId, statusSet, connectStatus, ...filter }: DeviceFilter) {
  const { id, minCreateDateTime, maxCreateDateTime, q, maxExpiredDate } = filter
  if (id != null || minCreateDateTime || maxCreateDateTime || q || maxExpiredDate) return
  if ((tenantId != null && !isId(tenantId)) || (connectStatus && statusSet)) return
  const all = rowCount({ list: 'device', scope: tenantId, kinds: statusSet })
  const online = rowCount({ list: 'device_online', scope: tenantId })
  if (!connectStatus) return all
  return connectStatus === 'ONLINE' ? online : sql<number>`(${all} - ${online})`
}

function filtered(
  db: Kysely<Tables>,
  { id, tenantId, statusSet, q, connectStatus, ...filter }: DeviceFilter,
) {
  const devices = db.selectFrom('device')
  const joined = devices.innerJoin('device_presence as presence', (join) =>
    join.onRef('presence.tenant_id', '=', 'device.tenant_id').onRef('presence.id', '=', 'device.id'),
  )
  // Only where it is asked for: a count would look each connection up.
  const connected = connectStatus || filter.sort === 'LAST_SEEN'
  let from = (connected ? joined : devices) as typeof joined
  if (tenantId != null) {
    // The same on both sides of the join, so that either side's index can lead.
    from = isId(tenantId)
      ? from
          .where('device.tenant_id', '=', tenantId)
          .$if(!!connected, (rows) => rows.where('presence.tenant_id', '=', tenantId))
      : from.where(sql<SqlBool>`false`)
  }
  if (id != null) {
    from = isDeviceId(id)
      ? from
          .where('device.id', '=', id)
          .where('device.tenant_id', '=', (eb) =>
            eb.selectFrom('device_claim').select('tenant_id').where('device_claim.id', '=', id),
          )
      : from.where(sql<SqlBool>`false`)
  }
  if (statusSet) from = from.where('device.status', 'in', [...statusSet])
  if (q) from = from.where(matches(q))
  // Which is what online says, in the order that an index has.
  if (connectStatus)
    from = from.where('presence.seen_at', connectStatus === 'ONLINE' ? '=' : '<', sql<Date>`'infinity'`)
  if (filter.minCreateDateTime) from = from.where('device.created_at', '>=', filter.minCreateDateTime)
  if (filter.maxCreateDateTime) from = from.where('device.created_at', '<=', filter.maxCreateDateTime)
  if (filter.maxExpiredDate) from = from.where('device.expired_at', '<=', filter.maxExpiredDate)
  return from
}

/** As the index of migration 8 has it. The line feeds keep a match within one of the columns. */
const contains = (words: string) => sql<SqlBool>`
  search_form(device.id || chr(10) || device.name || chr(10) || coalesce(device.contact_name, '') || chr(10)
    || coalesce(device.contact_mobile_phone, '')) like search_pattern(${words})`

/** Whoever sees a device sees the phone of its contact, so that a part of it finds the device, however it is written. */
function matches(q: string) {
  const part = phonePart(q)
  return part
    ? sql<SqlBool>`(${contains(q)} or (${contains(part)} and ${phoneContains('device.contact_mobile_phone', part)}))`
    : contains(q)
}
