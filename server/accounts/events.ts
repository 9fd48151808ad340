import type { EventTypeOf, NewEvent } from '../core/events/emit.ts'

/** Returns an event about an account. The properties of `more` are added to the payload. */
export const accountEvent = (
  type: EventTypeOf<'account'>,
  accountId: string,
  more: object = {},
): NewEvent => ({
  type,
  tenantId: accountId,
  object: `account ${accountId}`,
  payload: { accountId, ...more },
})
