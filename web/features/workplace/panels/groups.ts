import { deedOf as recordedAs } from '../../../../contract/audit/say.ts'
import type { EventRow } from '../../../audit/events.ts'

/** What one did within half an hour, the newest first. */
export type DeedGroup = readonly [EventRow, ...EventRow[]]

const span = 30 * 60_000

/** The name that a deed is told by: of a change of a device, what was meant by it. */
export function deedOf(event: EventRow): string {
  const action = recordedAs(event)
  if (action !== 'ChangeDevice') return action
  const changes = event.changes as object
  return 'tenantId' in changes ? 'MoveDevice' : 'expiredDate' in changes ? 'RenewDevice' : action
}

const routine = new Set(['SignIn', 'SignOut', 'SignInToApplication', 'AgreeToTerms', 'ReadTenantPaper'])

/** Whether it is news to others: signing in is not, nor what one does to one's own account, but for making it. */
export function isNews({ action, actor, targetType, targetId }: EventRow): boolean {
  if (action === 'Register') return true
  return !routine.has(action) && !(targetType === 'account' && targetId === actor?.id)
}

function keyOf(event: EventRow): string {
  const { action, actor, applicationId, tenantId } = event
  // Who registers is one of many, and who joins an organization of all who do.
  if (action === 'Register') return action
  const by = action === 'JoinTenantByCode' ? tenantId : (actor?.id ?? applicationId)
  return JSON.stringify([deedOf(event), by])
}

/** The same deed of the same one within half an hour is one, whatever organizations it was in. */
export function groupsOf(deeds: readonly EventRow[]): DeedGroup[] {
  const groups: [EventRow, ...EventRow[]][] = []
  const open = new Map<string, [EventRow, ...EventRow[]]>()
  for (const deed of deeds.filter(isNews)) {
    const key = keyOf(deed)
    const group = open.get(key)
    if (group && Date.parse(group[0].dateTime) - Date.parse(deed.dateTime) <= span) group.push(deed)
    else {
      const begun: [EventRow, ...EventRow[]] = [deed]
      open.set(key, begun)
      groups.push(begun)
    }
  }
  return groups
}
