import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { deviceConnects } from '../../../contract/states.ts'
import { type AuditEntry, recordAudits } from '../../core/audit.ts'
import { AppError } from '../../core/errors.ts'
import { chunks, type ImportCall } from '../../core/list-import.ts'
import { findTenants, type TenantRow } from '../../tenants/store.ts'
import { changesOf, movedChanges, ofDevice } from '../audit.ts'
import { publishDevices, publishToGateways } from '../live.ts'
import { type DeviceRow, insertDevices, updateDevices } from '../store.ts'
import { moveDevices } from '../tenancy/move.ts'
import type { RowChange } from './plan.ts'

type Call = ImportCall<Record<never, never>, null>
type ApplyCall = Call & { rowChanges: readonly RowChange[]; progress: (done: number) => void }

/**
 * Applies the changes in bulk. The result, including audit events, is the same as if saveDeviceByPalgo were
 * called for each row.
 */
export async function applyDevices({
  tx,
  services,
  request,
  viewer,
  rowChanges,
  progress,
}: ApplyCall): Promise<void> {
  const created = rowChanges.filter(({ before }) => !before)
  const changed = rowChanges.filter(
    (rowChange): rowChange is RowChange & { before: DeviceRow } => rowChange.before !== null,
  )
  let done = 0
  const entry = (device: DeviceRow, changes: AuditEntry['changes']): AuditEntry => ({
    ...ofDevice(device),
    actorId: viewer.accountId,
    action: 'SaveDeviceByPalgo',
    ip: request.ip,
    success: true,
    changes: required(changes, 'changes'),
  })
  const audit = async (part: readonly RowChange[]) => {
    await recordAudits(
      tx,
      part.flatMap(({ before, after }) => {
        if (!before || before.tenant_id === after.tenant_id) return entry(after, changesOf(before, after))
        const { left, joined } = movedChanges(before, after)
        return [entry(before, left), entry(after, joined)]
      }),
    )
    done += part.length
    progress(done)
  }
  for (const part of chunks(created)) {
    const made = await insertDevices(
      tx,
      part.map(({ after }) => newDevice(after)),
    )
    // Another user has registered one of the devices since the changes were planned.
    if (made.size < part.length) throw new AppError('CONFLICT', { message: ['import.changed'] })
    const withStatus = part.filter(({ after }) => after.status !== 'PRODUCED')
    if (withStatus.length)
      await updateDevices(
        tx,
        withStatus.map(({ after }) => ({ before: { ...after, status: 'PRODUCED' }, after })),
      )
    await audit(part)
  }
  const moves = changed.filter(({ before, after }) => before.tenant_id !== after.tenant_id)
  for (const part of chunks(moves))
    await moveDevices(
      tx,
      part.map(({ before, after }) => ({ device: before, tenantId: after.tenant_id })),
    )
  for (const part of chunks(changed)) {
    await updateDevices(tx, part)
    await audit(part)
  }
  await sendMovedMessages({ tx, services }, [...moves, ...created])
  // Publishes only the first devices. One update is enough to make each viewer reload the list.
  await publishDevices(
    tx,
    rowChanges.slice(0, limits.batch).map(({ after }) => after),
  )
  const cut = changed.filter(
    ({ before, after }) => deviceConnects(before.status) && !deviceConnects(after.status),
  )
  await publishToGateways(
    tx,
    cut.map(({ after }) => after.id),
  )
}

const newDevice = (device: DeviceRow) => ({
  tenant_id: device.tenant_id,
  id: device.id,
  name: device.name,
  contact_name: device.contact_name,
  contact_mobile_phone: device.contact_mobile_phone,
  business_man: device.business_man,
  customer_name: device.customer_name,
  specification: device.specification,
  produced_at: device.produced_at,
  expired_at: device.expired_at,
  status: 'PRODUCED',
})

/** Sends one message to each organization that receives or loses devices. */
async function sendMovedMessages(
  { tx, services }: Pick<Call, 'tx' | 'services'>,
  moves: readonly { before: DeviceRow | null; after: DeviceRow }[],
): Promise<void> {
  const ids = [
    ...new Set(moves.flatMap(({ before, after }) => [before?.tenant_id ?? [], after.tenant_id].flat())),
  ]
  const tenants = ids.length ? await findTenants(tx, ids) : new Map<string, TenantRow>()
  for (const tenant of tenants.values()) {
    const to = { accountId: tenant.owner_id }
    const left = moves.filter(({ before }) => before?.tenant_id === tenant.id)
    const joined = moves.filter(({ after }) => after.tenant_id === tenant.id)
    if (left.length)
      await services.sendMessage(tx, {
        ...to,
        template: 'devices.left',
        params: { count: left.length, tenant: tenant.name },
      })
    if (joined.length)
      await services.sendMessage(tx, {
        ...to,
        template: 'devices.joined',
        params: { count: joined.length, tenant: tenant.name },
      })
  }
}
