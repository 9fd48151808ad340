import { type Kysely, sql } from 'kysely'
import { sampled } from '../../../contract/device-values.ts'
import { required } from '../../../contract/required.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const seconds = sql.lit(sampled.seconds)
/** SQL expression for the start of the current ten-minute slot. */
export const slotStart = sql<Date>`date_bin(make_interval(secs => ${seconds}), now(), 'epoch'::timestamptz)`
const slot = sql<number>`(extract(epoch from ${slotStart})::bigint / ${seconds} % ${sql.lit(sampled.slots)})::smallint`

interface Sample {
  tenant_id: string
  device_id: string
  numbers: Readonly<Record<string, number>>
}

/**
 * Stores a sample for each device, unless the device already has one in the current slot. The devices' rows
 * must be locked.
 */
export async function addSamples(tx: Tx, samples: readonly Sample[]): Promise<void> {
  if (!samples.length) return
  await tx
    .insertInto('device_sample')
    .values(samples.map(({ numbers, ...of }) => ({ ...of, slot, numbers: JSON.stringify(numbers) })))
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'tenant_id', 'slot']).doUpdateSet((eb) => ({
        at: eb.ref('excluded.at'),
        numbers: eb.ref('excluded.numbers'),
      })),
    )
    .execute()
}

/**
 * Returns the device's samples of the last 24 hours, oldest first. With `tenantId`, returns only samples that
 * were recorded in that organization.
 */
export async function findSamples(db: Kysely<Tables>, deviceId: string, tenantId: string | null) {
  const newest = await db
    .selectFrom('device_sample')
    .select(['at', 'numbers'])
    .where('device_id', '=', deviceId)
    .$if(tenantId !== null, (rows) => rows.where('tenant_id', '=', required(tenantId, 'tenantId')))
    .where('at', '>', sql<Date>`now() - interval '24 hours'`)
    .orderBy('at', 'desc')
    .limit(sampled.slots)
    .execute()
  return newest.reverse()
}

export async function deleteOldSamples(db: Kysely<Tables>): Promise<void> {
  const most = 10_000
  const drop = sql`
    delete from device_sample where (device_id, tenant_id, slot) in (
      select device_id, tenant_id, slot from device_sample
      where at < now() - interval '24 hours' limit ${sql.lit(most)})`
  while ((await drop.execute(db)).numAffectedRows === BigInt(most));
}
