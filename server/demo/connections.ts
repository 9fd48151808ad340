import { sql } from 'kysely'
import { sampled, sampledNumbers } from '../../contract/device-values.ts'
import { platform } from '../core/counts/counts.ts'
import { newId } from '../core/id.ts'
import type { Tx } from '../db/open.ts'
import type { Device } from './devices.ts'
import { reportedValues } from './reported-values.ts'

const hour = 3_600_000

const day = 24 * hour
/** Maximum age of connections, in milliseconds. */
const maxAge = 58 * day

/**
 * Returns when the last connection of a device ended. For most active devices, that is the moment when the
 * data is loaded, because no device is connected during loading. Afterwards, the demo connects some of these
 * devices.
 */
function endedAt({ status, expiredAt, createdAt, installedAt }: Device, index: number, now: number): number {
  if (status === 'EXPIRED' && expiredAt) return expiredAt.getTime()
  if (status === 'ACTIVE' && (installedAt || index % 7)) return now - (index % 97) * 100
  const lost = ((index * 37) % (status !== 'ACTIVE' ? 700 : index % 2 ? 24 : 400)) + 1
  return Math.min(now, Math.max(now - lost * hour, createdAt.getTime() + 3 * hour))
}

/**
 * Returns the last two connections of a device with their IP addresses, or an empty list if the device never
 * connected.
 */
export function visits(device: Device, index: number, now: Date) {
  if (device.status === 'PRODUCED') return []
  const ended = endedAt(device, index, now.getTime())
  const begun = device.installedAt?.getTime() ?? device.createdAt.getTime() + (1 + ((index * 53) % 72)) * hour
  const since = Math.max(Math.min(begun, ended - hour), ended - maxAge)
  const ip = (part: number) => `203.0.113.${((index * 7 + part) % 250) + 1}`
  const visit = (part: number, from: number, to: number) => ({
    id: newId(),
    ip: ip(part),
    connected_at: new Date(from),
    disconnected_at: new Date(to),
  })
  if (ended - since < 10 * hour) return [visit(index % 3, since, ended)]
  // More than an hour passes between the two connections, so that they never fall into the same hour.
  // Otherwise, the hourly peak would count the device twice.
  const back = ended - Math.min((12 + ((index * 29) % 60)) * hour, (ended - since) / 2)
  const away = (61 + ((index * 7) % 180)) * 60_000
  return [visit(1, since, back - away), visit(index % 3, back, ended)]
}

export async function insertConnections(tx: Tx, devices: Device[], now: Date): Promise<void> {
  const known = devices.map((device, index) => {
    const all = visits(device, index, now)
    return { device, all, current: all.at(-1), last: all.at(-2) }
  })
  await tx
    .insertInto('device_presence')
    .values(
      known.map(({ device: { id, tenantId }, current, last }) => ({
        tenant_id: tenantId,
        id,
        connection_id: current?.id ?? null,
        ip: current?.ip ?? null,
        connected_at: current?.connected_at ?? null,
        last_ip: last?.ip ?? null,
        last_connected_at: last?.connected_at ?? null,
        ...(current && { seen_at: current.disconnected_at }),
      })),
    )
    .execute()
  const connections = known.flatMap(({ device: { id, tenantId }, all }) =>
    all.map((visit) => ({ ...visit, tenant_id: tenantId, device_id: id })),
  )
  if (connections.length) await tx.insertInto('device_connection').values(connections).execute()
  await insertSamples(
    tx,
    known.flatMap(({ device, current }) => (current ? samplesOf(device, current, now) : [])),
  )
}

const between = 30 * 60_000

/**
 * Returns the values that a device reported every half hour during its last connection. Includes only values
 * of the last day.
 */
function samplesOf({ id, tenantId }: Device, visit: ReturnType<typeof visits>[number], now: Date) {
  const since = Math.max(visit.connected_at.getTime(), now.getTime() - 24 * hour + between)
  const count = Math.max(0, Math.floor((visit.disconnected_at.getTime() - since) / between) + 1)
  return Array.from({ length: count }, (_, index) => {
    const at = visit.disconnected_at.getTime() - index * between
    return {
      ...{ tenant_id: tenantId, device_id: id, at: new Date(at) },
      slot: Math.floor(at / (sampled.seconds * 1_000)) % sampled.slots,
      numbers: sampledNumbers(reportedValues(id, at)),
    }
  })
}

async function insertSamples(tx: Tx, samples: ReturnType<typeof samplesOf>): Promise<void> {
  await sql`
    insert into device_sample (tenant_id, device_id, slot, at, numbers)
    select * from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb)
      as sample(tenant_id uuid, device_id text, slot smallint, at timestamptz, numbers jsonb)`.execute(tx)
}

/**
 * Inserts the hourly peak number of connected devices, as a running server would have recorded it (table
 * device_online).
 */
export async function insertOnline(tx: Tx): Promise<void> {
  await sql`
    with hourly as (
      select tenant_id, hour, count(*) as peak
      from device_connection, generate_series(date_trunc('hour', connected_at), disconnected_at, '1 hour') as hour
      group by tenant_id, hour)
    insert into device_online (tenant_id, hour, peak)
    select * from hourly union all
    select ${platform}::uuid, hour, sum(peak) from hourly group by hour`.execute(tx)
}

/**
 * Inserts the hourly platform statistics of the last days, as a running server would have recorded them
 * (table platform_hour).
 */
export async function insertHours(tx: Tx, now: Date): Promise<void> {
  await sql`
    with device as materialized (select status, created_at, expired_at from device),
    peaks as materialized (select hour, peak from device_online where tenant_id = ${platform})
    insert into platform_hour (hour, organizations, accounts, devices, online, expiring)
    select hour,
      (select count(*) from tenant where not personal and created_at <= hour),
      (select count(*) from account where created_at <= hour),
      (select count(*) from device where created_at <= hour),
      coalesce((select peak from peaks where peaks.hour = hours.hour), 0),
      (select count(*) from device where status in ('PRODUCED', 'ACTIVE', 'SUSPENDED', 'EXPIRED')
        and created_at <= hour and expired_at > hour and expired_at <= hour + interval '30 days')
    from (select date_trunc('hour', ${now}::timestamptz, 'UTC') - make_interval(days => back) as hour
      from generate_series(1, 8) as back) as hours`.execute(tx)
}
