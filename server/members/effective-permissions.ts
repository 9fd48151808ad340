import { type PalgoRole, palgoRoles } from '../../contract/states.ts'
import type { Membership } from './store.ts'

export const owns = ({ member, tenant }: Membership): boolean => tenant.owner_id === member.account_id

/** Owner and managers count as holding everything. */
export const runs = (info: Membership): boolean => info.member.manager || owns(info)

const counts = ({ tenant }: Membership): boolean => tenant.status === 'FINISH'

/** None while the organization is not FINISH. */
export function effectiveRoles(info: Membership): readonly PalgoRole[] {
  if (!counts(info)) return []
  return runs(info) ? palgoRoles : (info.member.roles as PalgoRole[])
}

/** `catalogue`: what can be given in an organization. None while the organization is not FINISH. */
export function effectiveCodes(info: Membership, catalogue: readonly string[]): readonly string[] {
  if (!counts(info)) return []
  return runs(info) ? catalogue : info.member.auth_codes
}
