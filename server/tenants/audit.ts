import type { TenantRow } from './store.ts'

/** Audit target of an organization. */
export const ofTenant = ({ id }: TenantRow) => ({
  tenantId: id,
  targetType: 'tenant' as const,
  targetId: id,
})
