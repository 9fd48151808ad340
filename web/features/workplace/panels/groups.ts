import { deedOf } from '../../../../contract/audit/say.ts'
import type { EventRow } from '../../../audit/events.ts'

/** What one did within half an hour, the newest first. */
export type DeedGroup = readonly [EventRow, ...EventRow[]]

const span = 30 * 60_000

const keyOf = (event: EventRow) => {
  const { actor, applicationId, tenantId, targetType, targetId } = event
  const action = deedOf(event)
  // Who signs in is one of many.
  if (action === 'SignIn') return action
  // An organization's own affair is told of each; what happens to devices and members, of their organization.
  const where = tenantId === targetId || targetType === 'account' ? null : tenantId
  return JSON.stringify([action, actor?.id ?? applicationId, where])
}

/** The same deed of the same one, in the same organization, within half an hour is one. */
export function groupsOf(deeds: readonly EventRow[]): DeedGroup[] {
  const groups: [EventRow, ...EventRow[]][] = []
  const open = new Map<string, [EventRow, ...EventRow[]]>()
  for (const deed of deeds) {
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
