import { type Kysely, sql } from 'kysely'
import { amongTenants } from '../../db/citus/distributed.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { publishDevices } from '../live.ts'

/** Reasons why a connection or a message of an existing device was refused. */
export const refusalReasons = [
  'CREDENTIAL_NONE',
  'CREDENTIAL_REVOKED',
  'PASSWORD',
  'CLIENT_ID',
  'SUSPENDED',
  'EXPIRED',
  'RETIRED',
  'PROTOCOL',
  'TOPIC',
  'REPORT_SIZE',
  'REPORT_ENCODING',
  'REPORT_FORM',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

interface Refusal {
  tenant_id: string
  device_id: string
  reason: RefusalReason
  ip: string
  address: string | null
}

/** Adds refusals, in order of arrival, to the counts. The devices' rows must be locked. */
export async function addRefusals(tx: Tx, refusals: readonly Refusal[]): Promise<void> {
  if (!refusals.length) return
  // Merges the refusals of the same hour, because a statement can change each row only once. The latest IP
  // address is stored.
  const merged = new Map<string, Refusal & { count: number }>()
  const newest = new Map<string, Refusal>()
  for (const each of refusals) {
    const key = `${each.device_id} ${each.reason}`
    merged.set(key, { ...each, count: (merged.get(key)?.count ?? 0) + 1 })
    newest.set(each.device_id, each)
  }
  const rows = [...merged.values()]
  await tx
    .insertInto('device_refusal')
    .values(rows.map((row) => ({ ...row, hour: sql<Date>`date_trunc('hour', now(), 'UTC')` })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'device_id', 'hour', 'reason']).doUpdateSet((eb) => ({
        count: sql<number>`device_refusal.count + excluded.count`,
        last_at: eb.ref('excluded.last_at'),
        ip: eb.ref('excluded.ip'),
        address: eb.ref('excluded.address'),
      })),
    )
    .execute()
  const last = [...newest.values()]
  await sql`
    update device_presence as presence set refused_at = now(), refused_reason = fresh.reason
    from unnest(
      ${last.map(({ tenant_id }) => tenant_id)}::uuid[], ${last.map(({ device_id }) => device_id)}::text[],
      ${last.map(({ reason }) => reason)}::text[]) as fresh (tenant_id, id, reason)
    where presence.tenant_id = fresh.tenant_id and presence.id = fresh.id
      and ${amongTenants('presence.tenant_id', last)}`.execute(tx)
  await publishDevices(
    tx,
    last.map(({ tenant_id, device_id }) => ({ tenant_id, id: device_id })),
  )
}

/** Deletes refusals older than 30 days. */
export async function deleteOldRefusals(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from device_refusal where (tenant_id, device_id, hour, reason) in (
      select tenant_id, device_id, hour, reason from device_refusal
      where hour < now() - interval '30 days' limit 10000)`.execute(db)
}
