import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { DeviceStatus } from '../../../contract/states.ts'
import { isId } from '../../core/id.ts'
import type { PageArguments } from '../../core/page.ts'
import { unflattened } from '../../db/citus/distributed.ts'
import type { Tables } from '../../db/tables.ts'
import { isDeviceId } from '../input.ts'

export const deviceSorts = ['CREATED', 'LAST_SEEN', 'EXPIRED_DATE'] as const
export type DeviceSort = (typeof deviceSorts)[number]

/** Reasons why a device is offline although its status allows a connection. */
export const offlineCauses = ['NEVER_CONNECTED', 'LOST', 'LOST_DAY', 'REFUSED'] as const
export type OfflineCause = (typeof offlineCauses)[number]

export interface DeviceFilter extends PageArguments {
  id?: string | null | undefined
  /** If set, only devices with these ids are listed, at most limits.batch. */
  idSet?: readonly string[] | null | undefined
  tenantId?: string | null | undefined
  minCreateDateTime?: Date | null | undefined
  maxCreateDateTime?: Date | null | undefined
  statusSet?: readonly DeviceStatus[] | null | undefined
  q?: string | null | undefined
  connectStatus?: 'ONLINE' | 'OFFLINE' | null | undefined
  minExpiredDate?: Date | null | undefined
  maxExpiredDate?: Date | null | undefined
  offlineCause?: OfflineCause | null | undefined
  /** Id of a province. If set, only devices of organizations in this province are listed. */
  areaId?: string | null | undefined
  /** Ids of the organizations in the province `areaId`. */
  tenantIds?: readonly string[] | undefined
  sort?: DeviceSort | null | undefined
}

type DeviceQuery = SelectQueryBuilder<
  Tables & { presence: Tables['device_presence'] },
  'device' | 'presence',
  object
>

/** The indexed SQL expression for the expiry date. Devices without an expiry date come last. */
export const expiry = sql`coalesce(device.expired_at, 'infinity'::timestamptz)`

/** The condition of the partial index on refused devices. The text must be the same as in the index. */
export const refusedForCredential = sql<SqlBool>`presence.refused_reason in (
  'PASSWORD', 'CLIENT_ID', 'CREDENTIAL_NONE', 'CREDENTIAL_REVOKED')`

/** A refusal explains why a device is offline only if it happened after the device was last online. */
const refused = sql<SqlBool>`(${refusedForCredential} and presence.refused_at > presence.seen_at)`
const lost = sql<SqlBool>`(presence.connected_at is not null and ${refused} is not true)`
const dayAgo = sql`now() - interval '1 day'`
const causes: Record<OfflineCause, RawBuilder<SqlBool>> = {
  NEVER_CONNECTED: sql`(presence.connected_at is null and ${refused} is not true)`,
  LOST: lost,
  // `conditionsOf` adds the condition on seen_at separately, so that PostgreSQL can use the index for the
  // sort order LAST_SEEN.
  LOST_DAY: lost,
  REFUSED: refused,
}

/** BARRED means that the status of the device does not allow it to connect. */
export type DeviceConnection = 'ONLINE' | 'BARRED' | OfflineCause

/**
 * SQL expression for the connection state as a single value. Unlike in the filter, LOST does not include
 * LOST_DAY.
 */
export const connection = sql<DeviceConnection>`case
  when presence.seen_at = 'infinity' then 'ONLINE'
  when device.status not in ('PRODUCED', 'ACTIVE') then 'BARRED'
  when ${refused} then 'REFUSED'
  when presence.connected_at is null then 'NEVER_CONNECTED'
  when presence.seen_at < ${dayAgo} then 'LOST_DAY'
  else 'LOST' end`

/**
 * Returns the conditions of the filter, except those on ids and on the organization. `sort` is the sort order
 * whose index also covers the condition.
 */
function conditionsOf({ statusSet, connectStatus, ...filter }: DeviceFilter) {
  const conditions: { test: RawBuilder<SqlBool>; sort?: DeviceSort }[] = []
  if (statusSet) conditions.push({ test: sql`device.status = any(${[...statusSet]}::text[])` })
  // The condition is equivalent to the column `online`, but it uses `seen_at`, which the index for LAST_SEEN
  // contains.
  if (connectStatus)
    conditions.push({
      test:
        connectStatus === 'ONLINE' ? sql`presence.seen_at = 'infinity'` : sql`presence.seen_at < 'infinity'`,
      sort: 'LAST_SEEN',
    })
  if (filter.offlineCause)
    conditions.push(
      {
        test:
          filter.offlineCause === 'LOST_DAY'
            ? sql`presence.seen_at < ${dayAgo}`
            : sql`presence.seen_at < 'infinity'`,
        sort: 'LAST_SEEN',
      },
      { test: sql`(device.status in ('PRODUCED', 'ACTIVE') and ${causes[filter.offlineCause]})` },
    )
  if (filter.tenantIds)
    conditions.push({ test: sql`device.tenant_id = any(${[...filter.tenantIds]}::uuid[])` })
  if (filter.minCreateDateTime)
    conditions.push({ test: sql`device.created_at >= ${filter.minCreateDateTime}`, sort: 'CREATED' })
  if (filter.maxCreateDateTime)
    conditions.push({ test: sql`device.created_at <= ${filter.maxCreateDateTime}`, sort: 'CREATED' })
  if (filter.minExpiredDate)
    conditions.push({ test: sql`${expiry} >= ${filter.minExpiredDate}`, sort: 'EXPIRED_DATE' })
  if (filter.maxExpiredDate)
    conditions.push({ test: sql`${expiry} <= ${filter.maxExpiredDate}`, sort: 'EXPIRED_DATE' })
  return conditions
}

/** Selects the devices that match the filter. The search term is applied separately. */
export const filtered = (db: Kysely<Tables>, filter: DeviceFilter): DeviceQuery =>
  conditionsOf(filter).reduce((from, { test }) => from.where(test), scoped(joined(db, filter), filter))

/**
 * Selects devices in the order of the sort's index, and looks up the row of the joined table for each device.
 * For an ordinary join, PostgreSQL would assume that the two join columns are independent, and would join and
 * sort the complete tables. `tests` contains the conditions that the index does not cover.
 */
export function along(
  db: Kysely<Tables>,
  filter: DeviceFilter,
): { rows: DeviceQuery; tests: RawBuilder<SqlBool>[] } {
  const conditions = conditionsOf(filter)
  const sort = filter.sort ?? 'CREATED'
  const within = conditions.filter((each) => each.sort === sort)
  return {
    rows: within.reduce(
      (from, { test }) => from.where(test),
      scoped(isConnected(filter) ? joinedAlong(db, sort) : joined(db, filter), filter),
    ),
    tests: conditions.filter((each) => each.sort !== sort).map(({ test }) => test),
  }
}

/** Whether the query needs the table of connection states. Joining this table makes counting slow. */
export const isConnected = ({ connectStatus, offlineCause, sort }: DeviceFilter): boolean =>
  connectStatus != null || offlineCause != null || sort === 'LAST_SEEN'

function joined(db: Kysely<Tables>, filter: DeviceFilter): DeviceQuery {
  const devices = db.selectFrom('device')
  if (!isConnected(filter)) return devices as unknown as DeviceQuery
  return devices.innerJoin('device_presence as presence', (join) =>
    join.onRef('presence.tenant_id', '=', 'device.tenant_id').onRef('presence.id', '=', 'device.id'),
  ) as unknown as DeviceQuery
}

function joinedAlong(db: Kysely<Tables>, sort: DeviceSort): DeviceQuery {
  const [lead, looked] =
    sort === 'LAST_SEEN'
      ? [sql`device_presence as presence`, sql`device as sought`]
      : [sql`device`, sql`device_presence as sought`]
  const [one, other] = sort === 'LAST_SEEN' ? ['presence', 'device'] : ['device', 'presence']
  const rows = sql`${lead} cross join lateral (select * from ${looked}
    where sought.tenant_id = ${sql.ref(`${one}.tenant_id`)} and sought.id = ${sql.ref(`${one}.id`)} ${unflattened(db)})`
  return db.selectFrom(rows.as(required(other, 'other'))) as unknown as DeviceQuery
}

/** Applies the filter's conditions on organization and ids. */
function scoped(from: DeviceQuery, filter: DeviceFilter): DeviceQuery {
  const { id, idSet, tenantId } = filter
  let within = from
  if (tenantId != null) {
    // Repeats the condition for both tables, so that PostgreSQL can start with the index of either table.
    within = isId(tenantId)
      ? within
          .where('device.tenant_id', '=', tenantId)
          .$if(isConnected(filter), (rows) => rows.where('presence.tenant_id', '=', tenantId))
      : within.where(sql<SqlBool>`false`)
  }
  if (id != null) {
    within = isDeviceId(id)
      ? within
          .where('device.id', '=', id)
          .$if(tenantId == null, (rows) =>
            rows.where('device.tenant_id', '=', (eb) =>
              eb.selectFrom('device_claim').select('tenant_id').where('device_claim.id', '=', id),
            ),
          )
      : within.where(sql<SqlBool>`false`)
  }
  if (idSet != null) {
    const ids = idSet.filter(isDeviceId)
    const inClaims = sql<SqlBool>`(device.tenant_id, device.id) in (
      select tenant_id, id from device_claim where id = any(${ids}::text[]))`
    within =
      tenantId == null ? within.where(inClaims) : within.where(sql<SqlBool>`device.id = any(${ids}::text[])`)
  }
  return within
}
