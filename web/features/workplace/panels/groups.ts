import { actionKeyOf as recordedAs } from '../../../../contract/audit/event-texts.ts'
import type { EventRow } from '../../../shared/audit/events.ts'

/** Audit log entries about the same action within half an hour, newest first. One sentence describes them. */
export type ActivityGroup = readonly [EventRow, ...EventRow[]]

const span = 30 * 60_000

/**
 * Returns the name of the sentence that describes an event. If a device was changed, the name depends on what
 * was changed.
 */
export function activityOf(event: EventRow): string {
  const action = recordedAs(event)
  // A bulk change of permissions is logged once for the organization or once for each member. Both use the
  // same sentence.
  if (action === 'SaveTenantPermissions' && event.targetType === 'account') return 'SaveAuthCodeByTenant'
  if (action !== 'ChangeDevice') return action
  const changes = event.changes as object
  return 'tenantId' in changes ? 'MoveDevice' : 'expiredDate' in changes ? 'RenewDevice' : action
}

const routine = new Set(['SignIn', 'SignOut', 'SignInToApplication', 'AgreeToTerms', 'ReadTenantPaper'])

/**
 * Whether the event is shown as activity. Sign-ins and changes to the actor's own account are excluded, but
 * registrations are included.
 */
export function isNews({ action, actor, targetType, targetId }: EventRow): boolean {
  if (action === 'Register') return true
  return !routine.has(action) && !(targetType === 'account' && targetId === actor?.id)
}

function keyOf(event: EventRow): string {
  const { action, actor, applicationId, tenantId } = event
  // All registrations have the same key. All joins of the same organization also have the same key. Any other
  // key contains the id of the actor or the application.
  if (action === 'Register') return action
  const by = action === 'JoinTenantByCode' ? tenantId : (actor?.id ?? applicationId)
  return JSON.stringify([activityOf(event), event.targetType, by])
}

/**
 * Whether two entries describe the same action. For example, moving a device is logged in both organizations.
 */
const isSameAct = (one: EventRow, other: EventRow): boolean =>
  one.targetId === other.targetId && one.dateTime === other.dateTime && one.tenantId !== other.tenantId

/**
 * Groups entries about the same action by the same person within half an hour, even in different
 * organizations.
 */
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
