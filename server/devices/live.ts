import { sql } from 'kysely'
import { publish } from '../core/live.ts'
import type { Tx } from '../db/open.ts'

/** Channel for live updates of devices. The topic is the id of the organization. */
export const deviceChannel = 'device'

/** Sends live updates to viewers of these devices. */
export const publishDevices = (
  tx: Tx,
  devices: readonly { tenant_id: string; id: string }[],
): Promise<void> =>
  publish(
    tx,
    deviceChannel,
    devices.map(({ tenant_id, id }) => ({ topic: tenant_id, id })),
  )

/**
 * PostgreSQL channel that makes gateways check again whether a device can stay connected. The payload is the
 * device id.
 */
export const cutChannel = 'device_cut'

/** Makes the gateways close the connections of those devices that are no longer permitted to connect. */
export async function publishToGateways(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select pg_notify(${cutChannel}, id) from unnest(${[...ids]}::text[]) as id`.execute(tx)
}
