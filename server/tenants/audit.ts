import type { TenantRow } from './store.ts'

/** Returns the audit target of an organization. */
export const ofTenant = ({ id }: TenantRow) => ({
  tenantId: id,
  targetType: 'tenant' as const,
  targetId: id,
})
