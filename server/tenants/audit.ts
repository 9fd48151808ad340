import type { TenantRow } from './store.ts'

/** Returns the audit log's reference to an organization. */
export const ofTenant = ({ id }: TenantRow) => ({
  tenantId: id,
  targetType: 'tenant' as const,
  targetId: id,
})
