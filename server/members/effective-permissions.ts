import { type PalgoRole, palgoRoles } from '../../contract/states.ts'
import type { Membership } from './store.ts'

interface MembershipFacts {
  member: Pick<Membership['member'], 'account_id' | 'manager' | 'roles' | 'auth_codes'>
  tenant: Pick<Membership['tenant'], 'owner_id' | 'status'>
}

export const owns = ({ member, tenant }: MembershipFacts): boolean => tenant.owner_id === member.account_id

/** Whether the member is the owner or a manager. Both implicitly hold all permissions. */
export const runs = (info: MembershipFacts): boolean => info.member.manager || owns(info)

const counts = ({ tenant }: MembershipFacts): boolean => tenant.status === 'FINISH'

/** Returns the member's roles. The list is empty if the organization's status is not FINISH. */
export function effectiveRoles(info: MembershipFacts): readonly PalgoRole[] {
  if (!counts(info)) return []
  return runs(info) ? palgoRoles : (info.member.roles as PalgoRole[])
}

/**
 * Returns the member's permission codes. The list is empty if the organization's status is not FINISH.
 * `catalogue` contains the codes that can be granted in an organization.
 */
export function effectiveCodes(info: MembershipFacts, catalogue: readonly string[]): readonly string[] {
  if (!counts(info)) return []
  return runs(info) ? catalogue : info.member.auth_codes
}
