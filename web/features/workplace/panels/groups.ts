import { deedOf as recordedAs } from '../../../../contract/audit/say.ts'
import type { EventRow } from '../../../shared/audit/events.ts'

/** What one did within half an hour, the newest first. */
export type DeedGroup = readonly [EventRow, ...EventRow[]]

const span = 30 * 60_000

/** Returns the name of the sentence for an event. A change of a device is named by its purpose. */
export function deedOf(event: EventRow): string {
  const action = recordedAs(event)
  // Recorded of the organization where several members changed together, or of each member.
  if (action === 'SaveTenantPermissions' && event.targetType === 'account') return 'SaveAuthCodeByTenant'
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
  return JSON.stringify([deedOf(event), event.targetType, by])
}

/** Whether one act was recorded in two organizations: a device that moves is recorded in both. */
const isSameAct = (one: EventRow, other: EventRow): boolean =>
  one.targetId === other.targetId && one.dateTime === other.dateTime && one.tenantId !== other.tenantId

/** The same deed of the same one within half an hour is one, whatever organizations it was in. */
export function groupsOf(deeds: readonly EventRow[]): DeedGroup[] {
  const groups: [EventRow, ...EventRow[]][] = []
  const open = new Map<string, [EventRow, ...EventRow[]]>()
  for (const deed of deeds.filter(isNews)) {
    const key = keyOf(deed)
    const group = open.get(key)
    if (group?.some((other) => isSameAct(other, deed))) continue
    if (group && Date.parse(group[0].dateTime) - Date.parse(deed.dateTime) <= span) group.push(deed)
    else {
      const begun: [EventRow, ...EventRow[]] = [deed]
      open.set(key, begun)
      groups.push(begun)
    }
  }
  return groups
}
