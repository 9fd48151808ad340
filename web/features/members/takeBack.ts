import type { VariablesOf } from '../../lib/graphql.ts'
import type { MemberRow } from './members.ts'
import type { savePermissions } from './mutations.ts'

export type Change = VariablesOf<typeof savePermissions>['changes'][number]

/** What takes a change of a plain member back, as long as they hold what it has left them with. */
export function takeBack(change: Change, { id, member }: MemberRow): Change {
  const roles = turned(member!.roles, change.addRoles, change.removeRoles)
  const codes = turned(member!.authCodes, change.addAuthCodes, change.removeAuthCodes)
  return {
    operatorId: id,
    ...{ addRoles: roles.lost, removeRoles: roles.won, heldRoles: roles.held },
    ...{ addAuthCodes: codes.lost, removeAuthCodes: codes.won, heldAuthCodes: codes.held },
  }
}

function turned<Code extends string>(
  held: readonly Code[],
  add: readonly Code[] | null | undefined,
  remove: readonly Code[] | null | undefined,
) {
  const lost = held.filter((code) => remove?.includes(code))
  const won = (add ?? []).filter((code) => !held.includes(code))
  return { lost, won, held: [...held.filter((code) => !lost.includes(code)), ...won] }
}
