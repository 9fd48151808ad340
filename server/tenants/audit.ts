import type { TenantRow } from './store.ts'

/** Returns the organization as the target of an audit event. */
export const ofTenant = ({ id }: TenantRow) => ({
  tenantId: id,
  targetType: 'tenant' as const,
  targetId: id,
})
