import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { DeviceStatus } from '../../../contract/states.ts'
import { isId } from '../../core/id.ts'
import type { PageArguments } from '../../core/page.ts'
import { isDistributed } from '../../db/citus/distributed.ts'
import type { Tables } from '../../db/tables.ts'
import { isDeviceId } from '../input.ts'

export const deviceSorts = ['CREATED', 'LAST_SEEN', 'EXPIRED_DATE'] as const
export type DeviceSort = (typeof deviceSorts)[number]

/** Why devices are offline that may connect; of the others their status says it. */
export const offlineCauses = ['NEVER_CONNECTED', 'LOST', 'LOST_DAY', 'REFUSED'] as const
export type OfflineCause = (typeof offlineCauses)[number]

export interface DeviceFilter extends PageArguments {
  id?: string | null | undefined
  /** Among these, up to limits.batch. */
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
  /** Of the organizations of this province. */
  areaId?: string | null | undefined
  /** Of these, as `areaId` was resolved. */
  tenantIds?: readonly string[] | undefined
  sort?: DeviceSort | null | undefined
}

type Listed = SelectQueryBuilder<
  Tables & { presence: Tables['device_presence'] },
  'device' | 'presence',
  object
>

/** As its indexes have it: those without a date last. */
export const expiry = sql`coalesce(device.expired_at, 'infinity'::timestamptz)`

/** As its index has it. */
export const refusedForCredential = sql<SqlBool>`presence.refused_reason in (
  'PASSWORD', 'CLIENT_ID', 'CREDENTIAL_NONE', 'CREDENTIAL_REVOKED')`

/** A try while it was online is not why it was lost later. */
const refused = sql<SqlBool>`(${refusedForCredential} and presence.refused_at > presence.seen_at)`
const lost = sql<SqlBool>`(presence.connected_at is not null and ${refused} is not true)`
const dayAgo = sql`now() - interval '1 day'`
const causes: Record<OfflineCause, RawBuilder<SqlBool>> = {
  NEVER_CONNECTED: sql`(presence.connected_at is null and ${refused} is not true)`,
  LOST: lost,
  // Without its second condition, since seen_at is compared where the index of LAST_SEEN can use it.
  LOST_DAY: lost,
  REFUSED: refused,
}

/** BARRED: the status does not let the device connect. */
export type DeviceConnection = 'ONLINE' | 'BARRED' | OfflineCause

/** The connection of a device as one value. LOST_DAY excludes LOST here. */
export const connection = sql<DeviceConnection>`case
  when presence.seen_at = 'infinity' then 'ONLINE'
  when device.status not in ('PRODUCED', 'ACTIVE') then 'BARRED'
  when ${refused} then 'REFUSED'
  when presence.connected_at is null then 'NEVER_CONNECTED'
  when presence.seen_at < ${dayAgo} then 'LOST_DAY'
  else 'LOST' end`

/** What is asked for besides where, and the order whose index has it, if there is one. */
function conditionsOf({ statusSet, connectStatus, ...filter }: DeviceFilter) {
  const conditions: { test: RawBuilder<SqlBool>; sort?: DeviceSort }[] = []
  if (statusSet) conditions.push({ test: sql`device.status = any(${[...statusSet]}::text[])` })
  // Which is what online says, in the order that an index has.
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

/** The devices that are asked for, without the words. */
export const filtered = (db: Kysely<Tables>, filter: DeviceFilter): Listed =>
  conditionsOf(filter).reduce((from, { test }) => from.where(test), scoped(joined(db, filter), filter))

/**
 * All that the sort's index has there, each row of the other table looked up: PostgreSQL, which takes the two columns that
 * join them for independent, would join all and sort them. `tests`: what the rows that are asked for fulfil besides.
 */
export function along(
  db: Kysely<Tables>,
  filter: DeviceFilter,
): { rows: Listed; tests: RawBuilder<SqlBool>[] } {
  const conditions = conditionsOf(filter)
  const sort = filter.sort ?? 'CREATED'
  const within = conditions.filter((each) => each.sort === sort)
  return {
    rows: within.reduce(
      (from, { test }) => from.where(test),
      scoped(isConnected(filter) && !isDistributed(db) ? joinedAlong(db, sort) : joined(db, filter), filter),
    ),
    tests: conditions.filter((each) => each.sort !== sort).map(({ test }) => test),
  }
}

/** Only where it is asked for: a count would look each connection up. */
export const isConnected = ({ connectStatus, offlineCause, sort }: DeviceFilter): boolean =>
  connectStatus != null || offlineCause != null || sort === 'LAST_SEEN'

function joined(db: Kysely<Tables>, filter: DeviceFilter): Listed {
  const devices = db.selectFrom('device')
  if (!isConnected(filter)) return devices as unknown as Listed
  return devices.innerJoin('device_presence as presence', (join) =>
    join.onRef('presence.tenant_id', '=', 'device.tenant_id').onRef('presence.id', '=', 'device.id'),
  ) as unknown as Listed
}

/** OFFSET keeps it a look-up; Citus hands no shard a query with one. */
function joinedAlong(db: Kysely<Tables>, sort: DeviceSort): Listed {
  const [lead, looked] =
    sort === 'LAST_SEEN'
      ? [sql`device_presence as presence`, sql`device as sought`]
      : [sql`device`, sql`device_presence as sought`]
  const [one, other] = sort === 'LAST_SEEN' ? ['presence', 'device'] : ['device', 'presence']
  const rows = sql`${lead} cross join lateral (select * from ${looked}
    where sought.tenant_id = ${sql.ref(`${one}.tenant_id`)} and sought.id = ${sql.ref(`${one}.id`)} offset 0)`
  return db.selectFrom(rows.as(other!)) as unknown as Listed
}

/** Those of one organization, the one with this id, or those among some. */
function scoped(from: Listed, filter: DeviceFilter): Listed {
  const { id, idSet, tenantId } = filter
  let within = from
  if (tenantId != null) {
    // The same on both sides of the join, so that either side's index can lead.
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
    const placed = sql<SqlBool>`(device.tenant_id, device.id) in (
      select tenant_id, id from device_claim where id = any(${ids}::text[]))`
    within =
      tenantId == null ? within.where(placed) : within.where(sql<SqlBool>`device.id = any(${ids}::text[])`)
  }
  return within
}
