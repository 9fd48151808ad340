import { sql } from 'kysely'
import { publish } from '../core/live.ts'
import type { Tx } from '../db/open.ts'

/** The channel of live devices; a topic is an organization's id. */
export const deviceChannel = 'device'

/** Whoever looks at these devices sees them anew. */
export const publishDevices = (
  tx: Tx,
  devices: readonly { tenant_id: string; id: string }[],
): Promise<void> =>
  publish(
    tx,
    deviceChannel,
    devices.map(({ tenant_id, id }) => ({ topic: tenant_id, id })),
  )

/** PostgreSQL's channel on which gateways hear whose connections they look at again: `id`. */
export const cutChannel = 'device_cut'

/** What they may do has changed: their gateway lets go of those that may no longer be connected. */
export async function publishToGateways(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select pg_notify(${cutChannel}, id) from unnest(${[...ids]}::text[]) as id`.execute(tx)
}
