import { sql } from 'kysely'
import { publish } from '../core/live.ts'
import type { Tx } from '../db/open.ts'

/** Live-update channel of devices. The topic is the organization's id. */
export const deviceChannel = 'device'

/** Notifies viewers who have these devices open. */
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
 * PostgreSQL channel that asks gateways to check the connections of a device again. The payload is the device
 * id.
 */
export const cutChannel = 'device_cut'

/** Makes the gateways close connections of these devices that are no longer allowed. */
export async function publishToGateways(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select pg_notify(${cutChannel}, id) from unnest(${[...ids]}::text[]) as id`.execute(tx)
}
