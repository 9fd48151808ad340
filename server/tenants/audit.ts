import type { TenantRow } from './store.ts'

/** Of an audit row about an organization. */
export const ofTenant = ({ id }: TenantRow) => ({
  tenantId: id,
  targetType: 'tenant' as const,
  targetId: id,
})
