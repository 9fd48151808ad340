import { ownerOf } from './store.ts'

/** Of an audit row about a device. */
export const ofDevice = (device: { tenant_id: string; id: string }) => ({
  tenantId: ownerOf(device.tenant_id),
  targetType: 'device' as const,
  targetId: device.id,
})

/** Names of the entries that differ; null where none does. */
export function changedKeys(before: unknown, after: unknown): string[] | null {
  const [old, now] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const changed = keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key])).sort()
  return changed.length ? changed : null
}
