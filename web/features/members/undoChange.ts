import type { VariablesOf } from '../../lib/graphql.ts'
import type { savePermissions } from './mutations.ts'

export type Change = VariablesOf<typeof savePermissions>['changes'][number]

interface PreviousPermissions {
  roles: NonNullable<Change['heldRoles']>
  authCodes: readonly string[]
}

/**
 * Returns the change that reverts `change`. `held` contains the permissions before `change`. The server
 * rejects the returned change if the member's permissions were changed again after `change`.
 */
export function undoChange(change: Change, held: PreviousPermissions): Change {
  const roles = turned(held.roles, change.addRoles, change.removeRoles)
  const codes = turned(held.authCodes, change.addAuthCodes, change.removeAuthCodes)
  return {
    operatorId: change.operatorId,
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
