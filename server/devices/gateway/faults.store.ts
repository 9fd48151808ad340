import type { Tx } from '../../db/open.ts'
import { addRefusals, type RefusalReason } from '../refusals/store.ts'
import { lockKnown } from './known.ts'

/** What a device did that was refused without its connection being so: a foreign topic, a report, a protocol version. */
export interface Fault {
  id: string
  reason: RefusalReason
  ip: string
  address: string | null
}

/** Counts faults of the devices that exist. */
export async function recordFaults(tx: Tx, faults: readonly Fault[]): Promise<void> {
  const known = await lockKnown(tx, [...new Set(faults.map(({ id }) => id))])
  const tenants = new Map(known.map(({ id, tenant_id }) => [id, tenant_id]))
  await addRefusals(
    tx,
    faults.flatMap(({ id, ...fault }) =>
      tenants.has(id) ? [{ ...fault, tenant_id: tenants.get(id)!, device_id: id }] : [],
    ),
  )
}
