import type { EventTypeOf, NewEvent } from '../core/events/emit.ts'
import { noTenant } from '../core/id.ts'

/** Returns an event about a device for the feed of its organization. `more` is added to the payload. */
export const deviceEvent = (
  type: EventTypeOf<'device'>,
  { tenant_id, id }: { tenant_id: string; id: string },
  more: object = {},
): NewEvent => ({
  type,
  tenantId: tenant_id,
  object: `device ${id}`,
  payload: { deviceId: id, tenantId: tenant_id === noTenant ? null : tenant_id, ...more },
})
