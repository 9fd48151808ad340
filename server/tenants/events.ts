import type { EventTypeOf, NewEvent } from '../core/events/emit.ts'

/** Returns an event about an organization. `more` contains additional payload fields. */
export const tenantEvent = (type: EventTypeOf<'tenant'>, tenantId: string, more: object = {}): NewEvent => ({
  type,
  tenantId,
  object: `tenant ${tenantId}`,
  payload: { tenantId, ...more },
})

/** Returns an event about a member of an organization. `more` contains additional payload fields. */
export const memberEvent = (
  type: EventTypeOf<'member'>,
  tenantId: string,
  accountId: string,
  more: object = {},
): NewEvent => ({
  type,
  tenantId,
  object: `member ${tenantId} ${accountId}`,
  payload: { tenantId, accountId, ...more },
})
