import { maskPhone } from '../accounts/phones/phone.ts'
import type { Changes } from '../core/audit.ts'
import { type DeviceRow, tenantIdOrNull } from './store.ts'
import { type Keep, withoutOwn } from './tenancy/move.ts'

/** Returns the device as the target of an audit event. */
export const ofDevice = (device: { tenant_id: string; id: string }) => ({
  tenantId: tenantIdOrNull(device.tenant_id),
  targetType: 'device' as const,
  targetId: device.id,
})

/** Returns the keys whose values differ, or null if all values are equal. */
function changedKeys(before: unknown, after: unknown): string[] | null {
  const [old, now] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const changed = keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key])).sort()
  return changed.length ? changed : null
}

/** Returns the changes of a device in the format of the audit log. */
export const changesOf = (before: DeviceRow | null, after: DeviceRow): Changes => ({
  tenantId: [before?.tenant_id ?? null, after.tenant_id],
  name: [before?.name ?? null, after.name],
  contactName: [before?.contact_name ?? null, after.contact_name],
  contactMobilePhone: [masked(before?.contact_mobile_phone), masked(after.contact_mobile_phone)],
  businessMan: [before?.business_man ?? null, after.business_man],
  customerName: [before?.customer_name ?? null, after.customer_name],
  specification: [before?.specification ?? null, after.specification],
  createDateTime: [before?.created_at ?? null, after.created_at],
  produceDate: [before?.produced_at ?? null, after.produced_at],
  expiredDate: [before?.expired_at ?? null, after.expired_at],
  status: [before?.status ?? null, after.status],
  // Configuration values may contain secrets, so the audit log records only their keys.
  config: [null, changedKeys(before?.config, after.config)],
})

/**
 * Returns the changes of a move for the audit logs of both organizations. The former organization's log
 * contains the values that the move cleared. The new organization's log contains all other changes.
 */
export function movedChanges(
  before: DeviceRow,
  after: DeviceRow,
  keep: Keep = {},
): { left: Changes; joined: Changes } {
  const { config, contactName, contactMobilePhone } = changesOf(before, withoutOwn(before, keep))
  return {
    left: {
      tenantId: [before.tenant_id, after.tenant_id],
      config,
      contactName,
      contactMobilePhone,
    } as Changes,
    joined: changesOf(withoutOwn(before), after),
  }
}

const masked = (phone: string | null | undefined): string | null => (phone ? maskPhone(phone) : null)
