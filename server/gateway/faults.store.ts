import { required } from '../../contract/required.ts'
import type { Tx } from '../db/open.ts'
import { addRefusals, type RefusalReason } from '../devices/refusals/store.ts'
import { lockKnown } from './known.ts'

/**
 * A refused action of a connected device. The device published to a topic of another device, sent an invalid
 * report, or used an unsupported protocol version.
 */
export interface Fault {
  id: string
  reason: RefusalReason
  ip: string
  address: string | null
}

/** Counts the refused actions of existing devices. */
export async function recordFaults(tx: Tx, faults: readonly Fault[]): Promise<void> {
  const known = await lockKnown(tx, [...new Set(faults.map(({ id }) => id))])
  const tenants = new Map(known.map(({ id, tenant_id }) => [id, tenant_id]))
  await addRefusals(
    tx,
    faults.flatMap(({ id, ...fault }) =>
      tenants.has(id)
        ? [{ ...fault, tenant_id: required(tenants.get(id), 'item of tenants'), device_id: id }]
        : [],
    ),
  )
}
