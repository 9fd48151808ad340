import { deedOf as recordedAs } from '../../../../contract/audit/say.ts'
import type { EventRow } from '../../../shared/audit/events.ts'

/** What one did within half an hour, the newest first. */
export type ActivityGroup = readonly [EventRow, ...EventRow[]]

const span = 30 * 60_000

/** Returns the name of the sentence for an event. A change of a device is named by its purpose. */
export function activityOf(event: EventRow): string {
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
  return JSON.stringify([activityOf(event), event.targetType, by])
}

/** Whether one act was recorded in two organizations: a device that moves is recorded in both. */
const isSameAct = (one: EventRow, other: EventRow): boolean =>
  one.targetId === other.targetId && one.dateTime === other.dateTime && one.tenantId !== other.tenantId

/** The same activity of the same one within half an hour is one, whatever organizations it was in. */
export function groupsOf(activities: readonly EventRow[]): ActivityGroup[] {
  const groups: [EventRow, ...EventRow[]][] = []
  const open = new Map<string, [EventRow, ...EventRow[]]>()
  for (const activity of activities.filter(isNews)) {
    const key = keyOf(activity)
    const group = open.get(key)
    if (group?.some((other) => isSameAct(other, activity))) continue
    if (group && Date.parse(group[0].dateTime) - Date.parse(activity.dateTime) <= span) group.push(activity)
    else {
      const begun: [EventRow, ...EventRow[]] = [activity]
      open.set(key, begun)
      groups.push(begun)
    }
  }
  return groups
}
