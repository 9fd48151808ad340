import { type PalgoRole, palgoRoles } from '../../contract/states.ts'
import type { Membership } from './store.ts'

interface Held {
  member: Pick<Membership['member'], 'account_id' | 'manager' | 'roles' | 'auth_codes'>
  tenant: Pick<Membership['tenant'], 'owner_id' | 'status'>
}

export const owns = ({ member, tenant }: Held): boolean => tenant.owner_id === member.account_id

/** Whether the member is owner or manager. Both implicitly hold all permissions. */
export const runs = (info: Held): boolean => info.member.manager || owns(info)

const counts = ({ tenant }: Held): boolean => tenant.status === 'FINISH'

/** Returns no roles unless the organization is FINISH. */
export function effectiveRoles(info: Held): readonly PalgoRole[] {
  if (!counts(info)) return []
  return runs(info) ? palgoRoles : (info.member.roles as PalgoRole[])
}

/**
 * Returns the permission codes of the member; none unless the organization is FINISH. `catalogue` contains
 * the codes that can be granted in an organization.
 */
export function effectiveCodes(info: Held, catalogue: readonly string[]): readonly string[] {
  if (!counts(info)) return []
  return runs(info) ? catalogue : info.member.auth_codes
}
