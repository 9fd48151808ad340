import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { DeviceStatus } from '../../../contract/states.ts'
import { phoneContains, phonePart } from '../../accounts/phones/search.ts'
import { rowCount } from '../../core/counts/counts.ts'
import type { SortKey } from '../../core/cursor.ts'
import { isId } from '../../core/id.ts'
import { type Page, type PageArguments, readPage } from '../../core/page.ts'
import type { Search } from '../../core/search/search.ts'
import { searchSources } from '../../core/search/sources.ts'
import { containsIndexed } from '../../core/search/text.ts'
import type { Tables } from '../../db/tables.ts'
import { isDeviceId } from '../input.ts'
import { type DeviceRow, selectClaimed } from '../store.ts'

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
    rows: selectClaimed(db),
    ids: [sql.ref('device_claim.id')],
    counted: countOf(filter),
    search: filter.q ? { ...searchDevices(db, filter.q), along: filtered(db, filter, true) } : undefined,
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

/**
 * `along`: read in the order of the sort's index, each row of the other table looked up; PostgreSQL, which takes the two
 * columns that join them for independent, would join all and sort them.
 */
function filtered(
  db: Kysely<Tables>,
  { id, tenantId, statusSet, connectStatus, ...filter }: DeviceFilter,
  along = false,
) {
  const devices = db.selectFrom('device')
  const joined = along
    ? joinedAlong(db, filter.sort)
    : devices.innerJoin('device_presence as presence', (join) =>
        join.onRef('presence.tenant_id', '=', 'device.tenant_id').onRef('presence.id', '=', 'device.id'),
      )
  // Only where it is asked for: a count would look each connection up.
  const connected = connectStatus || filter.sort === 'LAST_SEEN'
  let from = (connected ? joined : devices) as Joined
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
  // Which is what online says, in the order that an index has.
  if (connectStatus)
    from = from.where('presence.seen_at', connectStatus === 'ONLINE' ? '=' : '<', sql<Date>`'infinity'`)
  if (filter.minCreateDateTime) from = from.where('device.created_at', '>=', filter.minCreateDateTime)
  if (filter.maxCreateDateTime) from = from.where('device.created_at', '<=', filter.maxCreateDateTime)
  if (filter.maxExpiredDate) from = from.where('device.expired_at', '<=', filter.maxExpiredDate)
  return from
}

type Joined = SelectQueryBuilder<
  Tables & { presence: Tables['device_presence'] },
  'device' | 'presence',
  object
>

/** OFFSET keeps it a look-up. */
const joinedAlong = (db: Kysely<Tables>, sort: DeviceFilter['sort']) => {
  const [lead, looked] =
    sort === 'LAST_SEEN'
      ? [sql`device_presence as presence`, sql`device as sought`]
      : [sql`device`, sql`device_presence as sought`]
  const [one, other] = sort === 'LAST_SEEN' ? ['presence', 'device'] : ['device', 'presence']
  const rows = sql`${lead} cross join lateral (select * from ${looked}
    where sought.tenant_id = ${sql.ref(`${one}.tenant_id`)} and sought.id = ${sql.ref(`${one}.id`)} offset 0)`
  return db.selectFrom(rows.as(other!)) as unknown as Joined
}

/** As the indexes of migration 20 have it. */
const words = sql`lower(coalesce(device.folded,
  device_words(device.id, device.name, device.contact_name, device.contact_mobile_phone)))`

/** Whoever sees a device sees the phone of its contact, so that a part of it finds the device, however it is written. */
function searchDevices(db: Kysely<Tables>, q: string): Search {
  const part = phonePart(q)
  return searchSources(q, {
    rows: db.selectFrom('device'),
    id: 'device.id',
    text: words,
    or:
      part === null
        ? null
        : sql`(${containsIndexed(words, part)} and ${phoneContains('device.contact_mobile_phone', part)})`,
  })
}
